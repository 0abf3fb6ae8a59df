import type { PointerEvent } from 'react';
import type { Column } from './column.ts';
import classes from './data-table.module.css';

// biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
// biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

/**
 * The names of the columns. A phone shows none of them; the cells show them where needed. Screen readers are told those
 * that its cards have. A card leaves out what is empty, so that cells say by number which column they are in.
 */
export function TableHead<T>({ columns }: { readonly columns: readonly Column<T>[] }) {
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" className={classes['row']} aria-rowindex={1}>
        {columns.map(({ id, header, phone, isNumber = false, sort }, at) => (
          <div
            role="columnheader"
            key={id}
            aria-colindex={at + 1}
            className={classes['header']}
            data-phone={phone}
            data-number={isNumber}
            {...(sort?.sorted && { 'aria-sort': ORDERS[sort.sorted] })}
          >
            {sort ? (
              <>
                <button type="button" className={classes['sort']} onClick={sort.onSort}>
                  {header}
                </button>
                {/* A phone shows no headers, and a button that nobody sees must not get the focus. */}
                <span className={classes['unsorted']}>{header}</span>
              </>
            ) : (
              header
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface GroupHeadProps {
  readonly name: string;
  /** The number of columns. */
  readonly columns: number;
  readonly rowIndex?: number;
}

/** The name of a group of rows, above its first row. */
export function GroupHead({ name, columns, rowIndex }: GroupHeadProps) {
  return (
    <div role="row" className={classes['group']} aria-rowindex={rowIndex}>
      <div role="cell" aria-colspan={columns}>
        {name}
      </div>
    </div>
  );
}

interface TableCellsProps<T> {
  readonly columns: readonly Column<T>[];
  readonly item: T;
}

/** The values of a row. */
export function TableCells<T>({ columns, item }: TableCellsProps<T>) {
  return columns.map(({ id, header, cell, phone = 'plain', isNumber = false }, at) => (
    <div
      role="cell"
      key={id}
      aria-colindex={at + 1}
      className={classes['cell']}
      data-header={header}
      data-phone={phone}
      data-number={isNumber}
      onPointerEnter={tellWhole}
    >
      {cell(item)}
    </div>
  ));
}

// biome-ignore-end lint/a11y/useFocusableInteractive: as above
// biome-ignore-end lint/a11y/useSemanticElements: as above

/** Returns the names of the groups before the rows that begin one. */
export function headsOf<T>(
  items: readonly T[],
  groupOf: ((item: T) => string) | undefined,
): readonly (string | undefined)[] {
  const names = groupOf === undefined ? [] : items.map(groupOf);
  return names.map((name, i) => (name === names[i - 1] ? undefined : name));
}

/** Shows the whole value as a tooltip where it is cut off. */
function tellWhole({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const cut = [cell, ...cell.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0,
  );
  if (cut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}
