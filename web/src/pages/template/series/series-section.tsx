import { Anchor, Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconCalendarRepeat,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeriesItem } from '#series/app-types.ts';
import type { TemplateDetail } from '#templates/app-types.ts';
import { endSeries, pauseSeries, seriesOfQuery } from '#web/api/series.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { problemText } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge, type Tone } from '#web/components/state-badge.tsx';
import { dayText } from '#web/components/time-text.ts';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { SeriesDetails } from './series-details.tsx';
import { SeriesDialog } from './series-dialog.tsx';

type Shown = { readonly what: 'details' | 'end'; readonly series: SeriesItem };

/** The series of a template: by which rules it is assigned again and again, and to whom. */
export function SeriesSection({ template }: { readonly template: TemplateDetail }) {
  const { t, i18n } = useTranslation();
  const query = useQuery(seriesOfQuery(template.id, i18n.locale === 'de' ? 'de' : 'en'));
  const [shown, setShown] = useState<Shown | 'new'>();
  const close = () => setShown(undefined);
  const columns = useColumns(setShown);
  const { data } = query;
  const create = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={template.status !== 'published'}
      onClick={() => setShown('new')}
    >
      {t('series.create')}
    </Button>
  );
  return (
    <Section
      title={t('series.title')}
      lead={t(template.status === 'published' ? 'series.lead' : 'series.unpublished')}
      actions={data !== undefined && data.items.length > 0 && create}
    >
      <QueryState what={t('series.title')} query={query} />
      {data?.items.length === 0 && (
        <EmptyState icon={IconCalendarRepeat} title={t('series.none')} text={t('series.noneHint')}>
          {create}
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <PlainTable
          label={t('series.title')}
          items={data.items}
          columns={columns}
          idOf={({ id }) => id}
        />
      )}
      {shown === 'new' && <SeriesDialog templateId={template.id} onClose={close} />}
      {shown !== undefined && shown !== 'new' && shown.what === 'details' && (
        <SeriesDetails series={shown.series} onClose={close} />
      )}
      {shown !== undefined && shown !== 'new' && shown.what === 'end' && (
        <ConsentDialog
          title={t('series.endTitle')}
          verb={t('series.end')}
          act={() => endSeries(shown.series.id)}
          notice={t('series.ended')}
          onClose={close}
        >
          <Text>{shown.series.words}</Text>
          <Text>{t('series.endLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}

function useColumns(onShow: (shown: Shown) => void): readonly Column<SeriesItem>[] {
  const { t, i18n } = useTranslation();
  const pause = ({ id }: SeriesItem, paused: boolean) =>
    void pauseSeries(id, paused).then(
      () => notifications.show({ message: t(paused ? 'series.paused' : 'series.resumed') }),
      (error: Error) => notifications.show({ color: 'red', message: problemText(error, t) }),
    );
  return [
    {
      id: 'words',
      header: t('series.rule'),
      cell: (series) => (
        <Anchor
          component="button"
          type="button"
          fw={550}
          ta="start"
          onClick={() => onShow({ what: 'details', series })}
        >
          {series.words}
        </Anchor>
      ),
    },
    {
      id: 'assignee',
      header: t('series.assignee'),
      width: '12rem',
      phone: 'labelled',
      cell: ({ assignee }) => assignee.name ?? t('series.erased'),
    },
    {
      id: 'state',
      header: t('series.state'),
      width: '8rem',
      cell: ({ state }) => <SeriesState state={state} />,
    },
    {
      id: 'next',
      header: t('series.next'),
      width: '9rem',
      phone: 'labelled',
      cell: ({ nextDay }) => (nextDay === undefined ? '–' : dayText(nextDay, i18n.locale)),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '5rem',
      phone: 'corner',
      cell: (series) => (
        <RowMenu name={series.words}>
          <Menu.Item onClick={() => onShow({ what: 'details', series })}>
            {t('series.details')}
          </Menu.Item>
          {series.state === 'running' && (
            <Menu.Item onClick={() => pause(series, true)}>{t('series.pause')}</Menu.Item>
          )}
          {series.state === 'paused' && (
            <Menu.Item onClick={() => pause(series, false)}>{t('series.resume')}</Menu.Item>
          )}
          <Menu.Item
            color="var(--mantine-color-error)"
            onClick={() => onShow({ what: 'end', series })}
          >
            {t('series.end')}
          </Menu.Item>
        </RowMenu>
      ),
    },
  ];
}

const STATES = {
  running: ['green', IconCircleCheck],
  paused: ['amber', IconPlayerPause],
  over: ['grey', IconCircleX],
} as const satisfies Record<SeriesItem['state'], readonly [Tone, typeof IconCircleX]>;

function SeriesState({ state }: Pick<SeriesItem, 'state'>) {
  const { t } = useTranslation();
  const [tone, icon] = STATES[state];
  return (
    <StateBadge tone={tone} icon={icon}>
      {t(`series.states.${state}`)}
    </StateBadge>
  );
}
