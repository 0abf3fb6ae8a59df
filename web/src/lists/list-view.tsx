import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../components/loading.tsx';
import { Problem } from '../components/problem.tsx';
import { type Column, DataTable } from './data-table.tsx';
import type { List } from './use-list.ts';

interface ListViewProps<T> {
  readonly list: List<T>;
  /** What is listed, for who can't see the title above. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
  /** What to say, and offer, when there is nothing. */
  readonly empty: ReactNode;
}

/** A list in whatever state it is: still loading, failed, empty, or there. */
export function ListView<T>({ list, label, columns, idOf, empty }: ListViewProps<T>) {
  const { t } = useTranslation();
  const { items, total, isLoading, error } = list;
  const isEmpty = items.length === 0 && !isLoading && error === null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {total !== undefined && t('list.total', { count: total })}
      </Text>
      {isEmpty && (
        <Paper withBorder p="xl" ta="center">
          {empty}
        </Paper>
      )}
      {items.length > 0 && (
        <DataTable
          label={label}
          items={items}
          total={total}
          columns={columns}
          idOf={idOf}
          onEnd={list.loadMore}
        />
      )}
      {error !== null && <Problem error={error} onRetry={list.retry} />}
      {isLoading && <Loading />}
    </Stack>
  );
}
