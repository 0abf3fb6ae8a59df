import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LogItem } from '#provisioning/app-types.ts';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { InTheWay } from './in-the-way.tsx';
import { Outcome } from './outcome.tsx';
import { notesText, whatHappened, whatToDo } from './sentences.ts';

export function useLogColumns(): readonly Column<LogItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'what',
      header: t('log.what'),
      cell: (item) => {
        const advice = whatToDo(item, t) ?? notesText(item.notes, t);
        return (
          <>
            <Anchor component={Link} to={`/settings/provisioning/log/${item.id}`} inherit>
              {whatHappened(item, t)}
            </Anchor>
            {advice !== undefined && (
              <Text size="xs" c="dimmed" visibleFrom="sm">
                {advice}
              </Text>
            )}
            {item.holder !== undefined && <InTheWay holder={item.holder} size="xs" />}
            {item.dropped > 0 && <Text size="xs">{t('log.dropped', { count: item.dropped })}</Text>}
          </>
        );
      },
    },
    {
      id: 'outcome',
      header: t('log.outcome'),
      width: '7.5rem',
      phone: 'corner',
      cell: (item) => <Outcome {...item} />,
    },
    {
      id: 'request',
      header: t('log.request'),
      width: '6rem',
      cell: ({ method, status }) => `${method} ${status}`,
    },
    {
      id: 'duration',
      header: t('log.duration'),
      width: '5rem',
      phone: 'hidden',
      isNumber: true,
      cell: ({ ms }) => t('log.ms', { count: ms }),
    },
    { id: 'at', header: t('log.at'), width: '8rem', cell: ({ at }) => <Time at={at} /> },
  ];
}
