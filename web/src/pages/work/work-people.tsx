import { Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { PersonItem } from '#assignments/app-types.ts';
import { ASSIGNMENTS } from '#web/api/assignments.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Assignee } from '#web/form-lists/form-columns.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import type { ListPage } from '#web/lists/read-on.ts';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { WorkFilters } from './work-filters.ts';

interface PersonPage extends ListPage<PersonItem> {
  readonly isWhole: boolean;
}

const COUNTED = ['late', 'waiting', 'begun', 'done', 'declined'] as const;

/** How much work each person has in each state. A number leads to the list that it counts. */
export function WorkPeople({ template }: Pick<WorkFilters, 'template'>) {
  const { t } = useTranslation();
  const list = useList<PersonItem, PersonPage>(`${ASSIGNMENTS}/people`, { template });
  const columns: readonly Column<PersonItem>[] = [
    {
      id: 'person',
      header: t('work.person'),
      width: 'minmax(0, 2fr)',
      cell: (assignee) => (
        <LinkAnchor
          to="/work"
          search={{ template, assignee: assignee.id, show: 'open' }}
          fw={550}
          inherit
        >
          <Assignee assignee={assignee} />
        </LinkAnchor>
      ),
    },
    ...COUNTED.map(
      (show): Column<PersonItem> => ({
        id: show,
        header: t(`work.shows.${show}`),
        width: 'minmax(0, 1fr)',
        phone: 'labelled',
        isNumber: true,
        cell: ({ id, name, [show]: count }) =>
          count === 0 ? (
            <Text span inherit c="dimmed">
              0
            </Text>
          ) : (
            <LinkAnchor
              to="/work"
              search={{ template, assignee: id, show }}
              inherit
              {...(show === 'late' && { c: 'red.9', fw: 650 })}
              aria-label={`${name ?? t('work.deleted.User')}, ${t(`work.shows.${show}`)}: ${count}`}
            >
              {count}
            </LinkAnchor>
          ),
      }),
    ),
  ];
  return (
    <ListView
      list={list}
      label={t('work.people')}
      columns={columns}
      idOf={({ id }) => id}
      empty={
        list.first?.isWhole === false ? (
          <EmptyState icon={IconUsers} title={t('work.someOnly')} text={t('work.someOnlyHint')} />
        ) : (
          <EmptyState icon={IconUsers} title={t('work.none')} text={t('work.noneHint')} />
        )
      }
    />
  );
}
