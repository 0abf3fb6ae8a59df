import { Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#administration/app-types.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { AuditRow } from './fold.ts';
import { actorText, entryText, pageOf, targetText } from './words.ts';

/** @param onFold called to show the events of a burst one by one, or as one row again */
export function useAuditColumns(onFold: (id: string) => void): readonly Column<AuditRow>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'what',
      header: t('audit.what'),
      width: 'minmax(0, 1.5fr)',
      cell: (row) => (
        <>
          <LinkAnchor to="/settings/audit/$id" params={{ id: row.id }} fw={550} inherit>
            {entryText(row, t)}
          </LinkAnchor>
          {row.count !== undefined && (
            <Button
              variant="subtle"
              size="compact-xs"
              ml={6}
              aria-expanded={row.isUnfolded === true}
              onClick={() => onFold(row.id)}
            >
              {t('audit.times', { count: row.count })}
            </Button>
          )}
        </>
      ),
    },
    {
      id: 'target',
      header: t('audit.target'),
      width: 'minmax(0, 1.8fr)',
      cell: (row) => <Target entry={row} />,
    },
    {
      id: 'actor',
      header: t('audit.actor'),
      width: 'minmax(0, 1fr)',
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

/** The name of the target, with a link to its screen. */
export function Target({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const page = pageOf(entry);
  const text = targetText(entry, t);
  if (page === undefined || text === undefined) return text;
  return (
    <Anchor component={Link} to={page} inherit>
      {text}
    </Anchor>
  );
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
