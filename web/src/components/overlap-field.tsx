import { Radio, type RadioGroupProps, Stack } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';

const HOUR_SECONDS = 3600;
const WEEK_HOURS = 168;
const HOURS = [0, 1, 24, WEEK_HOURS] as const;

/** The default overlap, in seconds, as the field holds it. */
export const DEFAULT_OVERLAP = String(24 * HOUR_SECONDS);

interface OverlapFieldProps extends Omit<RadioGroupProps, 'children'> {
  /** Selects the texts. */
  readonly area: 'credentials' | 'webhooks';
}

/** Chooses how long the old secret stays valid beside a new one. */
export function OverlapField({ area, ...field }: OverlapFieldProps) {
  const { t } = useTranslation();
  const labelOf = (hours: number): string => {
    if (hours === 0) return t(`${area}.noOverlap`);
    return hours === WEEK_HOURS ? t(`${area}.week`) : t(`${area}.hours`, { count: hours });
  };
  return (
    <Radio.Group label={t(`${area}.overlap`)} {...field}>
      <Stack gap="xs" mt="xs">
        {HOURS.map((hours) => (
          <Radio key={hours} value={String(hours * HOUR_SECONDS)} label={labelOf(hours)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
