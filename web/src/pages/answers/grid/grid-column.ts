import type { ReactNode } from 'react';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';

/** A column of the grid of answers. */
export interface GridColumn {
  readonly id: string;
  readonly header: string;
  /** What there is to say about the column, such as its former titles. */
  readonly note?: string;
  readonly isSortable: boolean;
  readonly isNumber?: boolean;
  /** The field whose answers it shows; undefined for a property of the form. */
  readonly field?: AnswerField;
  readonly cell: (row: AnswerRow) => ReactNode;
}
