import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { usePrinting } from '#web/components/use-printing.ts';
import { ListTotal } from '#web/lists/list-total.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { AnswerGrid, type AnswerGridProps } from './grid/answer-grid.tsx';

interface DeskTableProps extends AnswerGridProps {
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** The grid of answers with its loading, failed and empty states, and the total below. */
export function DeskTable({ empty, ...grid }: DeskTableProps) {
  const { t } = useTranslation();
  const { items, total, isTotalExact = true, isLoading, error, retry } = grid.list;
  const isEmpty = items.length === 0;
  const isPrinting = usePrinting();
  return (
    <>
      {isEmpty && !isLoading && error === null && empty}
      {!isEmpty && <AnswerGrid {...grid} />}
      {error !== null && (
        <Problem
          error={error}
          title={t('problem.notLoadedOf', { what: grid.label })}
          onRetry={retry}
        />
      )}
      {isLoading && isEmpty && <Loading shape="rows" />}
      <ListTotal total={total}>
        {total !== undefined &&
          t(isTotalExact ? 'list.total' : 'answers.totalMore', { count: total })}
      </ListTotal>
      {grid.list.hasMore && isPrinting && (
        <Text size="sm">{t('answers.printed', { shown: items.length })}</Text>
      )}
    </>
  );
}
