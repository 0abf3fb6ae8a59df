import { Checkbox, Stack } from '@mantine/core';
import type { NewExport } from '#exports/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

const PARTS = ['unanswered', 'notes', 'photos', 'history'] as const;

/** Returns the chosen parts as the server takes them. */
export const leftOut = (chosen: readonly string[]): NonNullable<NewExport['leaveOut']> =>
  PARTS.filter((part) => chosen.includes(part));

interface LeaveOutFieldProps {
  readonly value?: string[];
  readonly onChange?: (parts: string[]) => void;
}

/** Chooses the parts that a PDF doesn't have. */
export function LeaveOutField(field: LeaveOutFieldProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group label={t('exports.leaveOut')} {...field}>
      <Stack gap="xs" mt="xs">
        {PARTS.map((part) => (
          <Checkbox key={part} value={part} label={t(`exports.parts.${part}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
