import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewExport } from '#exports/app-types.ts';
import { documentsQuery } from '#web/api/exports.ts';
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

interface DocumentFieldProps {
  /** What has the documents, such as `forms/…` or `templates/…`. */
  readonly of: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Chooses the document that a PDF is printed on; nothing where there is none. */
export function DocumentField({ of, value, onChange }: DocumentFieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(documentsQuery(of));
  // Nothing is printed on what only a draft has.
  const items = data?.items.filter(({ isPublished }) => isPublished) ?? [];
  if (items.length === 0) return null;
  return (
    <NativeSelect
      label={t('exports.document')}
      data={[
        { value: '', label: t('exports.standard') },
        ...items.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      {...(value !== undefined && { value })}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
}
