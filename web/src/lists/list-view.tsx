import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { ListTotal } from './list-total.tsx';
import type { List } from './use-list.ts';

interface ListViewProps<T> {
  readonly list: List<T>;
  /** The name of the list, for people who do not see the title above. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
  /** Returns the name of the group that an item is in; items of a group follow one another. */
  readonly groupOf?: ((item: T) => string) | undefined;
  /** Shown when there are no items, with the next step: an EmptyState or NothingFound. */
  readonly empty: ReactNode;
}

/**
 * A list with its loading, failed and empty states. The total is below the list, so that it takes no row away from it.
 */
export function ListView<T>({ list, label, columns, idOf, groupOf, empty }: ListViewProps<T>) {
  const { t } = useTranslation();
  const { items, total, isTotalExact = true, isLoading, error } = list;
  const isEmpty = items.length === 0 && !isLoading && error === null;
  return (
    <Stack gap="xs">
      {isEmpty && empty}
      {items.length > 0 && (
        <DataTable
          label={label}
          items={items}
          total={total}
          columns={columns}
          idOf={idOf}
          groupOf={groupOf}
          onEnd={list.loadMore}
          isStale={list.isStale}
        />
      )}
      {error !== null && (
        <Problem
          error={error}
          title={t('problem.notLoadedOf', { what: label })}
          onRetry={list.retry}
        />
      )}
      {isLoading && <Loading shape="rows" />}
      <ListTotal total={total}>
        {total !== undefined && totalText(t('list.total', { count: total }), isTotalExact)}
      </ListTotal>
    </Stack>
  );
}

/** Puts a plus behind the number where there are more: 10,000+ entries. */
const totalText = (text: string, isExact: boolean): string =>
  isExact ? text : text.replace(/\d(?=\D*$)/, '$&+');
