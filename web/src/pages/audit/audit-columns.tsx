import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { AuditEntry } from '#administration/app-types.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useTranslation } from '../../texts.ts';
import { actionText, actorText } from './words.ts';

export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'what',
      header: t('audit.what'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ id, action }) => (
        <LinkAnchor to="/settings/audit/$id" params={{ id }} fw={550} inherit>
          {actionText(action, t)}
        </LinkAnchor>
      ),
    },
    {
      id: 'target',
      header: t('audit.target'),
      width: 'minmax(0, 1.2fr)',
      cell: ({ target }) => target?.name,
    },
    {
      id: 'actor',
      header: t('audit.actor'),
      width: 'minmax(0, 1.2fr)',
      cell: (entry) => (
        <>
          {actorText(entry, t)}
          {entry.user && entry.credential && (
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t('audit.through', { name: entry.credential.name ?? entry.credential.id })}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'result',
      header: t('audit.result'),
      width: '6.5rem',
      phone: 'corner',
      cell: ({ result }) => <Result result={result} isQuiet />,
    },
    {
      id: 'place',
      header: t('audit.place'),
      width: '8.5rem',
      phone: 'hidden',
      cell: ({ ip }) => ip,
    },
    { id: 'at', header: t('audit.at'), width: '8rem', cell: ({ at }) => <Time at={at} /> },
  ];
}

interface ResultProps {
  readonly result: AuditEntry['result'];
  /** In a list of mostly successful events, only the others are coloured. */
  readonly isQuiet?: boolean;
}

/** Shows the result of an event. */
export function Result({ result, isQuiet = false }: ResultProps) {
  const { t } = useTranslation();
  const isDone = result === 'ok';
  if (isDone && isQuiet)
    return (
      <Text span inherit c="dimmed">
        {t('audit.results.ok')}
      </Text>
    );
  return (
    <StateBadge
      tone={isDone ? 'green' : 'amber'}
      icon={isDone ? IconCircleCheck : IconAlertTriangle}
    >
      {t(`audit.results.${result}`)}
    </StateBadge>
  );
}
