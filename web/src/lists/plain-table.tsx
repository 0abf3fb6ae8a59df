import { Fragment } from 'react';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { GroupHead, headsOf, TableCells, TableHead } from './table-parts.tsx';

interface PlainTableProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
  /** Returns the name of the group that an item is in; items of a group follow one another. */
  readonly groupOf?: ((item: T) => string) | undefined;
}

/** A short list with all its rows in the document; it looks like DataTable. */
export function PlainTable<T>({ label, items, columns, idOf, groupOf }: PlainTableProps<T>) {
  const heads = headsOf(items, groupOf);
  const tracks = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ');
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
    // biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit
    <div
      role="table"
      aria-label={label}
      aria-colcount={columns.length}
      className={classes['table']}
      style={{ '--tracks': tracks }}
    >
      <TableHead columns={columns} />
      <div role="rowgroup">
        {items.map((item, i) => (
          <Fragment key={idOf(item)}>
            {heads[i] !== undefined && <GroupHead name={heads[i]} columns={columns.length} />}
            <div role="row" className={classes['row']}>
              <TableCells columns={columns} item={item} />
            </div>
          </Fragment>
        ))}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}
