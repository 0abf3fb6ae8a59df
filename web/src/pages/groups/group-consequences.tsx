import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groupConsequencesQuery } from '#web/api/groups.ts';
import { QueryState } from '#web/components/query-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const KINDS = ['templates', 'assignments', 'personFields', 'views', 'dashboards'] as const;

/** Says what names a group and loses something when the group is deleted, with counts. */
export function GroupConsequences({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const query = useQuery(groupConsequencesQuery(id));
  if (query.data === undefined) return <QueryState query={query} />;
  const counts = query.data;
  const told = KINDS.filter((kind) => counts[kind] > 0);
  if (told.length === 0) return null;
  return (
    <List>
      {told.map((kind) => (
        <List.Item key={kind}>{t(`groups.loses.${kind}`, { count: counts[kind] })}</List.Item>
      ))}
    </List>
  );
}
