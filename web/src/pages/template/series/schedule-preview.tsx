import { List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ScheduleInput } from '#series/app-types.ts';
import { previewQuery } from '#web/api/series.ts';
import { Problem } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const PAUSE_MS = 300;

/** A schedule in words, with its next dates. */
export function SchedulePreview({ schedule }: { readonly schedule: ScheduleInput | undefined }) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(schedule, PAUSE_MS);
  return (
    <div role="status">
      {settled === undefined ? (
        <Text c="dimmed">{t('series.incomplete')}</Text>
      ) : (
        <Preview schedule={settled} />
      )}
    </div>
  );
}

function Preview({ schedule }: { readonly schedule: ScheduleInput }) {
  const { t, i18n } = useTranslation();
  const { data, error } = useQuery(previewQuery(schedule, i18n.locale === 'de' ? 'de' : 'en'));
  if (error) return <Problem error={error} />;
  if (data === undefined) return null;
  return (
    <Stack gap={4}>
      <Text fw={550}>{data.words}</Text>
      <Text size="sm">{t('series.dates')}</Text>
      <List size="sm">
        {data.dates.map(({ day, text }) => (
          <List.Item key={day}>{text}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
