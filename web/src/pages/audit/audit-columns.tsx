import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#administration/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { actionText, actorText } from './words.ts';

export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'what',
      header: t('audit.what'),
      width: 'minmax(0, 2fr)',
      cell: (entry) => (
        <Group gap="xs">
          <Anchor component={Link} to={`/settings/audit/${entry.id}`} fw={500}>
            {actionText(entry.action, t)}
          </Anchor>
          {entry.target?.name !== undefined && <Text span>{entry.target.name}</Text>}
          {entry.result === 'refused' && <Refused />}
        </Group>
      ),
    },
    {
      id: 'actor',
      header: t('audit.actor'),
      width: 'minmax(0, 1.5fr)',
      cell: (entry) => (
        <>
          {actorText(entry, t)}
          {entry.user && entry.credential && (
            <Text size="sm" c="dimmed">
              {t('audit.through', { name: entry.credential.name ?? entry.credential.id })}
            </Text>
          )}
        </>
      ),
    },
    { id: 'place', header: t('audit.place'), cell: ({ ip }) => ip },
    { id: 'at', header: t('audit.at'), cell: ({ at }) => <Time at={at} /> },
  ];
}

export function Refused() {
  const { t } = useTranslation();
  return (
    <Badge leftSection={<IconAlertTriangle size={12} aria-hidden />}>
      {t('audit.results.refused')}
    </Badge>
  );
}
