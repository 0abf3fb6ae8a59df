import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerSums } from '#answer-tables/app-types.ts';
import { sumsOf } from '#web/api/answers.ts';
import { get, type Query } from '#web/api/client.ts';
import type { GridColumn } from './grid-column.ts';

type Sum = AnswerSums['fields'][number];

export interface ShownSums {
  readonly sums: ReadonlyMap<string, Sum>;
  readonly isError: boolean;
  readonly isLoaded: boolean;
  readonly isBusy: boolean;
}

interface Summed {
  readonly template: string;
  readonly filter: Query;
  readonly columns: readonly GridColumn[];
  /** False: no sums stand below the rows. */
  readonly isWanted: boolean;
  /** The rows are those of the filter before: the sums stay with them. */
  readonly isStale: boolean;
}

/** Loads the sums of columns. With another filter the old ones stay until both the rows and the sums have loaded. */
export function useSums({ template, filter, columns, isWanted, isStale }: Summed): ShownSums {
  const fields = columns.flatMap(({ field }) => (field ? [field.id] : [])).join(',');
  const path = sumsOf(template);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [path, filter, fields],
    queryFn: () => get<AnswerSums>(path, { ...filter, fields }),
    enabled: isWanted && fields !== '',
    placeholderData: keepPreviousData,
    // It was given up after two seconds, and would be again.
    retry: false,
  });
  const isBusy = isStale || (isPlaceholderData && fields !== '');
  const [shown, setShown] = useState(isBusy ? undefined : data);
  if (!isBusy && data !== shown) setShown(data);
  const sums = new Map(shown?.fields.map((each) => [each.id, each]));
  return { sums: isError ? new Map() : sums, isError, isLoaded: shown !== undefined, isBusy };
}

/** Stands calculated columns like numbers where they have a sum: only their answers tell what a calculation gives. */
export const alignedBy = (
  { sums }: ShownSums,
  columns: readonly GridColumn[],
): readonly GridColumn[] =>
  columns.map((column) =>
    column.field?.holds === 'computed' && sums.get(column.id)?.mean !== undefined
      ? { ...column, isNumber: true }
      : column,
  );
