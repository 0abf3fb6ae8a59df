import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import type { ScheduledExportItem } from '#scheduled-exports/app-types.ts';
import { weekdayName } from '#web/components/calendar-formats.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { RowMenu } from './row-menu.tsx';
import { useReasonText } from './use-reason-text.ts';

const LOOKS = {
  running: { tone: 'green', icon: IconCircleCheck },
  paused: { tone: 'grey', icon: IconPlayerPause },
  stopped: { tone: 'red', icon: IconCircleX },
} as const;

/** Returns the columns of the list of scheduled exports. */
export function useScheduledExportColumns(
  hasOwners: boolean,
  onChange: (item: ScheduledExportItem) => void,
): readonly Column<ScheduledExportItem>[] {
  const { t, i18n } = useTranslation();
  const reasonText = useReasonText();
  const owner: Column<ScheduledExportItem> = {
    id: 'owner',
    header: t('scheduledExports.owner'),
    width: 'minmax(0, 1fr)',
    phone: 'labelled',
    cell: ({ owner: { name } }) => name,
  };
  return [
    {
      id: 'name',
      header: t('scheduledExports.name'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ name, template, view, state, reason }) => (
        <div>
          <Text span inherit fw={550}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {[
              template.name ?? t('exports.gone'),
              ...(view ? [view.name ?? t('scheduledExports.viewGone')] : []),
            ].join(' · ')}
          </Text>
          {state === 'stopped' && <Text size="xs">{reasonText(reason)}</Text>}
        </div>
      ),
    },
    ...(hasOwners ? [owner] : []),
    {
      id: 'when',
      header: t('scheduledExports.when'),
      width: 'minmax(0, 1.2fr)',
      cell: ({ every, on = 1, time }) =>
        t(`scheduledExports.${every}`, {
          time,
          weekday: weekdayName(on, i18n.locale),
          monthday: on,
        }),
    },
    {
      id: 'delivery',
      header: t('scheduledExports.delivery'),
      width: 'minmax(0, 1fr)',
      phone: 'hidden',
      cell: ({ kind, delivery }) =>
        `${kind.toUpperCase()}, ${t(`scheduledExports.deliveries.${delivery}`)}`,
    },
    {
      id: 'state',
      header: t('scheduledExports.state'),
      width: '7rem',
      phone: 'corner',
      cell: ({ state }) => (
        <StateBadge {...LOOKS[state]}>{t(`scheduledExports.states.${state}`)}</StateBadge>
      ),
    },
    {
      id: 'last',
      header: t('scheduledExports.last'),
      width: '8rem',
      phone: 'labelled',
      cell: ({ runs: [last] }) => last && t(`scheduledExports.outcomes.${last.outcome}`),
    },
    {
      id: 'next',
      header: t('scheduledExports.next'),
      width: '7rem',
      phone: 'labelled',
      cell: ({ nextAt }) => nextAt !== undefined && <Time at={nextAt} />,
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '3.5rem',
      phone: 'corner',
      cell: (item) => <RowMenu item={item} onChange={() => onChange(item)} />,
    },
  ];
}
