import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { LogItem } from '#provisioning/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { reasonOf, whatHappened, whatToDo } from './sentences.ts';

export function useLogColumns(): readonly Column<LogItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'what',
      header: t('log.what'),
      width: 'minmax(0, 4fr)',
      cell: (item) => {
        const advice = whatToDo(item, t);
        const reason = reasonOf(item);
        return (
          <>
            <Group gap="xs" wrap="nowrap" align="start">
              <OutcomeIcon outcome={item.outcome} />
              <Anchor component={Link} to={`/settings/provisioning/log/${item.id}`}>
                {whatHappened(item, t)}
              </Anchor>
            </Group>
            {reason !== undefined && (
              <Text size="sm" lang="en">
                {reason}
              </Text>
            )}
            {advice !== undefined && <Text size="sm">{advice}</Text>}
            {item.dropped > 0 && <Text size="sm">{t('log.dropped', { count: item.dropped })}</Text>}
          </>
        );
      },
    },
    {
      id: 'request',
      header: t('log.request'),
      cell: ({ method, status, ms }) => (
        <>
          <Badge>{`${method} ${status}`}</Badge>
          <Text size="xs" c="dimmed">
            {t('log.ms', { count: ms })}
          </Text>
        </>
      ),
    },
    { id: 'at', header: t('log.at'), cell: ({ at }) => <Time at={at} /> },
  ];
}

const ICONS = { ok: IconCheck, refused: IconAlertTriangle, failed: IconX };

function OutcomeIcon({ outcome }: Pick<LogItem, 'outcome'>) {
  const { t } = useTranslation();
  const Picture = ICONS[outcome];
  return (
    <Picture
      size={18}
      role="img"
      aria-label={t(`log.outcomes.${outcome}`)}
      style={{ flexShrink: 0, marginTop: 3 }}
    />
  );
}
