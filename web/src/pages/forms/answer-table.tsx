// Rows of answers are easier to compare in a table, but only where they fit the screen. This file decides that, and
// shows the totals.
import type { ReactNode } from 'react';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './answers.module.css';

/** An answer that has rows, all of which have the same questions. */
export interface RowsAnswer extends ShownAnswer {
  readonly rows: readonly (readonly ShownAnswer[])[];
}

/** A table with more columns than this is wider than the screen. */
const MAX_COLUMNS = 6;
/** Values up to this length stay on one line; a longer one may take the space that they leave. */
const MAX_SHORT = 14;

/** Numbers of other types, such as ratings, are shown by their text. */
const NUMBER_TYPES: readonly string[] = ['text', 'expression'];

interface Column {
  readonly name: string;
  readonly title: string;
  readonly isNumber: boolean;
}

/** Returns whether rows fit a table: few columns, the same in each row, and no rows inside of them. */
export function isTabular({ rows }: RowsAnswer): boolean {
  const [first = []] = rows;
  return (
    columnsOf(rows).length <= MAX_COLUMNS &&
    rows.every((row) =>
      row.every(
        (cell, i) => cell.rows === undefined && (isHidden(cell) || cell.title === first[i]?.title),
      ),
    )
  );
}

/** Returns the columns that at least one row shows. */
function columnsOf(rows: RowsAnswer['rows']): readonly Column[] {
  const [first = []] = rows;
  return first.flatMap(({ name, title }) => {
    const cells = rows.flatMap((row) => row.filter((cell) => cell.name === name));
    if (cells.every(isHidden)) return [];
    const answered = cells.filter(({ state }) => state === 'answered');
    return [{ name, title, isNumber: answered.length > 0 && answered.every(isNumber) }];
  });
}

const isHidden = ({ state }: ShownAnswer): boolean => state === 'hidden';
const isNumber = ({ type, value }: ShownAnswer): boolean =>
  typeof value === 'number' && NUMBER_TYPES.includes(type);

interface AnswerTableProps {
  readonly answer: RowsAnswer;
  readonly showCell: (cell: ShownAnswer) => ReactNode;
}

/** Shows rows as a table with its totals. On a phone each row is a card with a title beside each value. */
export function AnswerTable({ answer, showCell }: AnswerTableProps) {
  const { t } = useTranslation();
  const { title, rows, rowTitles, totals = [] } = answer;
  const columns = columnsOf(rows);
  const leading = leadingColumn(answer, columns);
  const isTitled = rowTitles !== undefined && leading === undefined;
  const totalOf = ({ name }: Column) => totals.find((total) => total.name === name);
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
    // biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit
    <div role="table" aria-label={title} className={classes['table']}>
      <div role="rowgroup" className={classes['head']}>
        <div role="row" className={classes['row']}>
          {isTitled && <div role="columnheader">{t('forms.rowTitle')}</div>}
          {columns.map(({ name, title: header, isNumber: isRight }) => (
            <div role="columnheader" key={name} data-number={isRight} className="wrap-anywhere">
              {header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes['body']}>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and have no other name
          <div role="row" key={i} className={classes['row']}>
            {isTitled && (
              <div role="rowheader" className="wrap-anywhere">
                {rowTitles[i] || t('forms.row', { number: i + 1 })}
              </div>
            )}
            {columns.map((column) => {
              const cell = row.find(({ name }) => name === column.name);
              return (
                <Cell
                  key={column.name}
                  column={column}
                  isLeading={column.name === leading}
                  text={cell?.displayValue}
                >
                  {cell?.state === 'answered' && showCell(cell)}
                </Cell>
              );
            })}
          </div>
        ))}
        {totals.length > 0 && (
          <div role="row" className={classes['row']} data-totals>
            {isTitled && <div role="rowheader">{t('forms.totals')}</div>}
            {columns.map((column, i) => {
              const total = totalOf(column)?.displayValue;
              const isNamed = i === 0 && !isTitled;
              return (
                <Cell
                  key={column.name}
                  column={column}
                  isLeading={isNamed && total === undefined}
                  text={total}
                >
                  {isNamed ? [t('forms.totals'), total].filter(Boolean).join(' ') : total}
                </Cell>
              );
            })}
          </div>
        )}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}

interface CellProps {
  readonly column: Column;
  /** The cell names its row. */
  readonly isLeading: boolean;
  /** The answer as text; undefined where it is not text. */
  readonly text: string | undefined;
  readonly children: ReactNode;
}

function Cell({ column, isLeading, text = '', children }: CellProps) {
  return (
    <div
      role={isLeading ? 'rowheader' : 'cell'}
      className="wrap-anywhere"
      data-header={column.title}
      data-number={column.isNumber}
      data-short={text.length <= MAX_SHORT}
    >
      {children}
    </div>
  );
}

/** Returns the column that already says what the rows are called, so that nothing is shown twice. */
function leadingColumn(
  { rows, rowTitles }: RowsAnswer,
  columns: readonly Column[],
): string | undefined {
  if (rowTitles === undefined) return undefined;
  return columns.find(({ name }) =>
    rows.every((row, i) =>
      row.some((cell) => cell.name === name && cell.displayValue === rowTitles[i]),
    ),
  )?.name;
}
