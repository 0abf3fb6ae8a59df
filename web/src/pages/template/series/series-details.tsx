import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SeriesDetail, SeriesItem } from '#series/app-types.ts';
import { seriesQuery } from '#web/api/series.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { dayText } from '#web/components/time-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface SeriesDetailsProps {
  readonly series: SeriesItem;
  readonly onClose: () => void;
}

/** The next dates of a series, and the outcome of the latest ones. */
export function SeriesDetails({ series, onClose }: SeriesDetailsProps) {
  const { t, i18n } = useTranslation();
  const query = useQuery(seriesQuery(series.id, i18n.locale === 'de' ? 'de' : 'en'));
  return (
    <Dialog title={t('series.details')} onClose={onClose} size="lg">
      <Stack>
        <Text>{series.words}</Text>
        <QueryState what={t('series.details')} query={query} />
        {query.data && <Details series={query.data} />}
      </Stack>
    </Dialog>
  );
}

function Details({ series }: { readonly series: SeriesDetail }) {
  const { t, i18n } = useTranslation();
  const { assignee, sentBy, leadDays, dates, settled, instructions } = series;
  return (
    <>
      <FactList
        facts={[
          { name: t('series.assignee'), value: assignee.name ?? t('series.erased') },
          ...(assignee.type === 'Group'
            ? [{ name: t('series.mode'), value: t(`series.modes.${assignee.mode}`) }]
            : []),
          {
            name: t('series.assigned'),
            value:
              leadDays === 0 ? t('series.onTheDay') : t('series.leadText', { count: leadDays }),
          },
          { name: t('series.sentBy'), value: sentBy.name ?? t('series.erased') },
          ...(instructions === undefined
            ? []
            : [{ name: t('series.instructions'), value: instructions }]),
        ]}
      />
      <div>
        <Title order={3} size="h5">
          {t('series.dates')}
        </Title>
        {dates.length === 0 ? (
          <Text c="dimmed">{t('series.noDates')}</Text>
        ) : (
          <List>
            {dates.map(({ day, text }) => (
              <List.Item key={day}>{text}</List.Item>
            ))}
          </List>
        )}
      </div>
      {settled.length > 0 && (
        <div>
          <Title order={3} size="h5">
            {t('series.settled')}
          </Title>
          <List>
            {settled.map(({ day, outcome, reason }) => (
              <List.Item key={day}>
                {`${dayText(day, i18n.locale)}: ${t(`series.outcomes.${outcome}`)}`}
                {reason !== undefined && ` ${t(`series.reasons.${reasonOf(reason)}`)}`}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </>
  );
}

const REASONS = [
  'sender-inactive',
  'forbidden',
  'not-found',
  'template-state',
  'unknown-assignee',
  'invalid-answers',
] as const;

const reasonOf = (code: string) => REASONS.find((each) => each === code) ?? 'other';
