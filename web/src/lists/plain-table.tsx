import classes from './data-table.module.css';
import type { Column } from './data-table.tsx';

interface PlainTableProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
}

/** Few rows, all of them in the page; as DataTable looks, and on a phone a card each. */
export function PlainTable<T>({ label, items, columns, idOf }: PlainTableProps<T>) {
  const tracks = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ');
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
    // biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit
    <div
      role="table"
      aria-label={label}
      className={classes['table']}
      style={{ '--tracks': tracks }}
    >
      <div role="rowgroup" className={classes['head']}>
        <div role="row" className={classes['row']}>
          {columns.map(({ id, header }) => (
            <div role="columnheader" key={id} className={classes['header']}>
              {header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {items.map((item) => (
          <div role="row" key={idOf(item)} className={classes['row']}>
            {columns.map(({ id, header, cell }) => (
              <div role="cell" key={id} className={classes['cell']} data-header={header}>
                {cell(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}
