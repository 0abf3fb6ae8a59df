import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';
import { TableCells, TableHead } from './table-parts.tsx';

export interface Column<T> {
  readonly id: string;
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  /** A track of a CSS grid; left out: its share of what is left. */
  readonly width?: string;
  /** On a phone's card: beside the first value, behind its name, not at all; left out: the value alone. */
  readonly phone?: 'corner' | 'labelled' | 'hidden';
  /** Aligned at the end, so that digits stand below each other. */
  readonly isNumber?: boolean;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  /** Of all there are, loaded or not. */
  readonly total: number | undefined;
  readonly columns: readonly Column<T>[];
  readonly idOf: (item: T) => string;
  /** The last rows came into sight. */
  readonly onEnd: () => void;
}

const ROW_PIXELS = 41;
const OVERSCAN = 12;

/**
 * A long list. Only the rows that can be seen are in the page, so that 100,000 are no more work than ten. On a phone
 * each row becomes a card.
 */
export function DataTable<T>({ label, items, total, columns, idOf, onEnd }: DataTableProps<T>) {
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PIXELS,
    overscan: OVERSCAN,
    scrollMargin,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  const isAtEnd = last !== undefined && last.index >= items.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, onEnd]);
  const tracks = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ');
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be laid out as cards
    // biome-ignore-start lint/a11y/useFocusableInteractive: it is a table to read, not a grid to edit
    <div
      role="table"
      aria-label={label}
      aria-rowcount={(total ?? items.length) + 1}
      className={classes['table']}
      style={{ '--tracks': tracks }}
    >
      <TableHead columns={columns} />
      <div
        role="rowgroup"
        ref={body}
        style={{
          paddingTop: (first?.start ?? scrollMargin) - scrollMargin,
          paddingBottom: rows.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
        }}
      >
        {shown.map(({ index }) => {
          const item = items[index];
          if (item === undefined) return undefined;
          return (
            <div
              role="row"
              key={idOf(item)}
              ref={rows.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              className={classes['row']}
            >
              <TableCells columns={columns} item={item} />
            </div>
          );
        })}
      </div>
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}
