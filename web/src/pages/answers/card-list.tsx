import type { ReactNode } from 'react';
import type { AnswerRow } from '#forms/app-types.ts';
import { ListView } from '../../lists/list-view.tsx';
import type { List } from '../../lists/use-list.ts';
import { toCardColumns } from './answer-columns.tsx';
import type { CorrectorState } from './correct/use-corrector.tsx';
import type { GridColumn } from './grid/grid-column.ts';

interface CardListProps {
  readonly label: string;
  readonly list: List<AnswerRow>;
  readonly columns: readonly GridColumn[];
  readonly corrector: CorrectorState;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** The answers as a phone shows them: a card for each row. */
export function CardList({ label, list, columns, corrector, empty }: CardListProps) {
  return (
    <>
      <ListView
        list={list}
        label={label}
        columns={toCardColumns(columns, (item, field) => corrector.open({ item, field }))}
        idOf={({ id: form, row = 0 }) => `${form}:${row}`}
        empty={empty}
      />
      {corrector.shown('dialog')}
    </>
  );
}
