import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { GroupHead, headsOf, TableCells, TableHead } from './table-parts.tsx';

interface DataTableProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  /** The number of all items, loaded or not. */
  readonly total: number | undefined;
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
  /** Returns the name of the group that an item is in; items of a group follow one another. */
  readonly groupOf?: ((item: T) => string) | undefined;
  /** The items are no longer those that are asked for: they are dimmed until the new ones have loaded. */
  readonly isStale?: boolean | undefined;
  /** Called when the last loaded rows become visible. */
  readonly onEnd: () => void;
}

const ROW_PIXELS = 41;
/** Of the card that a row is on a phone, with a title of one line. */
const CARD_PIXELS = 73;
/** Rows beyond the edges of the screen. The first rows are shown without them: on a phone they take longer than what is seen. */
const OVERSCAN = 12;

const isPhone = (): boolean => matchMedia('(max-width: 48em)').matches;

/**
 * A long list. Only the visible rows are in the document, so that 100,000 rows cost no more than ten. On a phone each
 * row is a card.
 */
export function DataTable<T>({
  label,
  items,
  total,
  columns,
  idOf,
  groupOf,
  isStale,
  onEnd,
}: DataTableProps<T>) {
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [overscan, setOverscan] = useState(0);
  const [rowPixels] = useState(() => (isPhone() ? CARD_PIXELS : ROW_PIXELS));
  useLayoutEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), []);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setOverscan(OVERSCAN)));
    return () => clearTimeout(timer);
  }, []);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPixels,
    overscan,
    scrollMargin,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  const isAtEnd = last !== undefined && last.index >= items.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, onEnd]);
  // React leaves an element that it knows as it is: the rows are not rendered again for each of them that is measured.
  const cells = useMemo(
    () => items.map((item) => <TableCells key={0} columns={columns} item={item} />),
    [items, columns],
  );
  const heads = headsOf(items, groupOf);
  const headsUpTo = (index: number) =>
    heads.slice(0, index + 1).filter((name) => name !== undefined).length;
  const tracks = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ');
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
    // biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit
    <div
      role="table"
      aria-label={label}
      aria-rowcount={(total ?? items.length) + headsUpTo(items.length) + 1}
      aria-colcount={columns.length}
      aria-busy={isStale}
      className={classes['table']}
      style={{ '--tracks': tracks }}
    >
      <TableHead columns={columns} />
      <div
        role="rowgroup"
        ref={body}
        className={classes['body']}
        style={{
          paddingTop: (first?.start ?? scrollMargin) - scrollMargin,
          paddingBottom: rows.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
        }}
      >
        {shown.map(({ index }) => {
          const item = items[index];
          if (item === undefined) return undefined;
          const head = heads[index];
          const at = index + headsUpTo(index) + 2;
          const measured = { ref: rows.measureElement, 'data-index': index };
          const row = (
            <div
              role="row"
              key={idOf(item)}
              {...(head === undefined && measured)}
              aria-rowindex={at}
              className={classes['row']}
            >
              {cells[index]}
            </div>
          );
          if (head === undefined) return row;
          return (
            <div role="presentation" key={idOf(item)} {...measured}>
              <GroupHead name={head} columns={columns.length} rowIndex={at - 1} />
              {row}
            </div>
          );
        })}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}
