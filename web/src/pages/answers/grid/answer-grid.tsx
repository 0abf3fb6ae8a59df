// A table of answers can have thousands of rows and many columns. This file keeps the header, the pinned columns, the
// sums and the chosen cell in their places while it scrolls.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { AnswerRow } from '#answer-tables/app-types.ts';
import type { Query } from '#web/api/client.ts';
import { usePrinting } from '#web/components/use-printing.ts';
import { type TableState, widthOf } from '#web/conditions/table-state.ts';
import type { List } from '#web/lists/use-list.ts';
import type { Anchor } from '#web/pages/answers/correct/corrector.tsx';
import type { CorrectorState } from '#web/pages/answers/correct/use-corrector.tsx';
import classes from './answer-grid.module.css';
import { GridCell } from './grid-cell.tsx';
import type { GridColumn } from './grid-column.ts';
import { GridFoot } from './grid-foot.tsx';
import { GridHead } from './grid-head.tsx';
import { HEAD, useRovingCell } from './use-roving-cell.ts';
import { alignedBy, useSums } from './use-sums.ts';

const ROW_PIXELS = 32;
/** The most that the sums are high, in narrow columns. */
const FOOT_PIXELS = 104;
const OVERSCAN = 10;
const PAGE_ROWS = 12;

export interface AnswerGridProps {
  readonly label: string;
  readonly template: string;
  /** What narrows the forms, as the API takes it. */
  readonly filter: Query;
  readonly list: List<AnswerRow>;
  /** The columns that are shown, in order, pinned ones first. */
  readonly columns: readonly GridColumn[];
  readonly state: TableState;
  readonly onChange: (state: TableState) => void;
  /** Whether sums stand below; rows of tables have none. */
  readonly hasSums: boolean;
  readonly corrector: CorrectorState;
  /** Says whether a row is chosen; undefined while none are to be chosen. */
  readonly isChosen: ((id: string) => boolean) | undefined;
}

/**
 * The answers as a grid: a row a form, a column a field. Only the visible rows are in the document; others are loaded
 * as somebody scrolls. The head, the sums and the pinned columns stay in view.
 */
export function AnswerGrid(props: AnswerGridProps) {
  const { label, template, filter, list, state, onChange, hasSums, corrector, isChosen } = props;
  const { items, total, isStale = false } = list;
  const sums = useSums({ template, filter, columns: props.columns, isWanted: hasSums, isStale });
  const columns = alignedBy(sums, props.columns);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => cells.grid.current,
    estimateSize: () => ROW_PIXELS,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW_PIXELS,
    scrollPaddingEnd: FOOT_PIXELS,
  });
  const cells = useRovingCell({
    rows: items.length,
    columns: columns.length,
    page: PAGE_ROWS,
    show: (row) => rows.scrollToIndex(row),
  });
  const isPrinting = usePrinting();
  // Paper doesn't scroll.
  const shown: readonly { readonly index: number; readonly start?: number }[] = isPrinting
    ? items.map((_, index) => ({ index }))
    : rows.getVirtualItems();
  const isAtEnd = (shown.at(-1)?.index ?? 0) >= items.length - 1;
  const { loadMore } = list;
  useEffect(() => {
    if (isAtEnd && !isPrinting) loadMore();
  }, [isAtEnd, isPrinting, loadMore]);
  const offsets = offsetsOf(state);
  const lastPinned = state.pinned.at(-1);
  const tracks = columns
    .map(({ id }, at) => {
      const width = widthOf(state, id);
      return at === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`;
    })
    .join(' ');
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be virtual and sticky on both sides
    // biome-ignore-start lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="grid"
      ref={cells.grid}
      aria-label={label}
      aria-rowcount={(total ?? items.length) + (hasSums ? 2 : 1)}
      aria-colcount={columns.length}
      data-selecting={isChosen !== undefined}
      className={classes['frame']}
      style={{ '--tracks': tracks }}
      onKeyDown={cells.onKeyDown}
    >
      <GridHead
        columns={columns}
        state={state}
        offsets={offsets}
        onChange={onChange}
        active={cells.active.row === HEAD ? cells.active.column : undefined}
        onActive={(column) => cells.onFocusCell({ row: HEAD, column })}
      />
      <div
        role="rowgroup"
        aria-busy={isStale}
        className={classes['body']}
        style={isPrinting ? {} : { height: rows.getTotalSize() }}
      >
        {shown.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return undefined;
          return (
            <div
              role="row"
              key={`${item.id}:${item.row ?? 0}`}
              aria-rowindex={index + 2}
              {...(isChosen && { 'aria-selected': isChosen(item.id) })}
              className={classes['row']}
              style={start === undefined ? {} : { transform: `translateY(${start}px)` }}
            >
              {columns.map((column, at) => (
                <GridCell
                  key={column.id}
                  item={item}
                  column={column}
                  row={index}
                  at={at}
                  offset={offsets.get(column.id)}
                  isEdge={column.id === lastPinned}
                  isActive={cells.active.row === index && cells.active.column === at}
                  onActive={() => cells.onFocusCell({ row: index, column: at })}
                  onCorrect={(cell, field) =>
                    corrector.open({ item, field, anchor: anchorOf(cells.grid.current, cell) })
                  }
                  onPrepare={corrector.prepare}
                />
              ))}
            </div>
          );
        })}
      </div>
      {hasSums && (
        <GridFoot
          shown={sums}
          columns={columns}
          offsets={offsets}
          rowIndex={(total ?? items.length) + 2}
        />
      )}
      {corrector.shown('anchored', (ended) =>
        cells.focusCell({
          row: items.findIndex(({ id }) => id === ended.item.id),
          column: columns.findIndex(({ id }) => id === ended.field.id),
        }),
      )}
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}

/** Returns where the pinned columns stand, in pixels from the start. */
function offsetsOf(state: TableState): ReadonlyMap<string, number> {
  let left = 0;
  return new Map(
    state.pinned.map((id) => {
      const at = left;
      left += widthOf(state, id);
      return [id, at];
    }),
  );
}

/** Returns where a cell lies in the grid, wherever that is scrolled to. */
function anchorOf(grid: HTMLElement | null, cell: HTMLElement): Anchor | undefined {
  if (grid === null) return undefined;
  const [outer, inner] = [grid.getBoundingClientRect(), cell.getBoundingClientRect()];
  return {
    top: inner.top - outer.top - grid.clientTop + grid.scrollTop,
    left: inner.left - outer.left - grid.clientLeft + grid.scrollLeft,
    width: inner.width,
    height: inner.height,
  };
}
