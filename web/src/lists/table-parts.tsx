import classes from './data-table.module.css';
import type { Column } from './data-table.tsx';

// biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
// biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit

/** What the columns are called; on a phone each value says so itself. */
export function TableHead<T>({ columns }: { readonly columns: readonly Column<T>[] }) {
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" className={classes['row']} aria-rowindex={1}>
        {columns.map(({ id, header }) => (
          <div role="columnheader" key={id} className={classes['header']}>
            {header}
          </div>
        ))}
      </div>
    </div>
  );
}

interface TableCellsProps<T> {
  readonly columns: readonly Column<T>[];
  readonly item: T;
}

/** The values of one row. */
export function TableCells<T>({ columns, item }: TableCellsProps<T>) {
  return columns.map(({ id, header, cell }) => (
    <div role="cell" key={id} className={classes['cell']} data-header={header}>
      {cell(item)}
    </div>
  ));
}

// biome-ignore-end lint/a11y/useFocusableInteractive: as above
// biome-ignore-end lint/a11y/useSemanticElements: as above
