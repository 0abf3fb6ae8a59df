import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The row of the names of the columns. */
export const HEAD = -1;

interface Position {
  readonly row: number;
  readonly column: number;
}

interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page of the grid holds. */
  readonly page: number;
  /** Brings a row into the document. */
  readonly show: (row: number) => void;
}

/**
 * Moves the focus among the cells of a grid by the keys of the ARIA grid pattern: one cell is a stop of the Tab key,
 * arrows, Home, End, Page Up and Page Down lead to the others, and above the first row to the names of the columns.
 */
export function useRovingCell({ rows, columns, page, show }: Extent) {
  const [active, setActive] = useState<Position>({ row: 0, column: 0 });
  const grid = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  const row = within(active.row, HEAD, rows);
  const column = within(active.column, 0, columns);
  useEffect(() => {
    if (!isMoved.current) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (!cell) return;
    isMoved.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isCell =
      event.target instanceof HTMLElement && event.target.dataset['cell'] !== undefined;
    const next = isCell ? nextOf(event, { row, column }, { rows, columns, page }) : undefined;
    if (!next) return;
    event.preventDefault();
    isMoved.current = true;
    if (next.row !== HEAD) show(next.row);
    setActive(next);
  };
  return {
    grid,
    active: { row, column },
    onKeyDown,
    /** Moves the focus to a cell, such as the one beside which something was open. */
    focusCell: (position: Position) => {
      isMoved.current = true;
      show(position.row);
      setActive(position);
    },
    onFocusCell: (position: Position) => setActive(position),
  };
}

const within = (at: number, first: number, count: number): number =>
  Math.max(first, Math.min(at, count - 1));

function nextOf(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: Position,
  { rows, columns, page }: Omit<Extent, 'show'>,
): Position | undefined {
  const isFar = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const moves: Readonly<Record<string, Position>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
    PageUp: { row: Math.max(row - page, Math.min(row, 0)), column },
    PageDown: { row: row + page, column },
  };
  const to = moves[key];
  return (
    to && {
      row: within(to.row, HEAD, rows),
      column: within(to.column, 0, columns),
    }
  );
}
