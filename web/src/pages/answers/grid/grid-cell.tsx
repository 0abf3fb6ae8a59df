import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './answer-grid.module.css';
import type { GridColumn } from './grid-column.ts';

interface GridCellProps {
  readonly item: AnswerRow;
  readonly column: GridColumn;
  /** The position of the row and of the column, from 0. */
  readonly row: number;
  readonly at: number;
  /** Where a pinned column stands, in pixels from the start. */
  readonly offset: number | undefined;
  readonly isEdge: boolean;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly onCorrect: (cell: HTMLElement, field: AnswerField) => void;
  /** Called when a correction may follow. */
  readonly onPrepare: () => void;
}

/** Chooses the row of a cell, or no longer. @returns false when rows are not to be chosen */
function toggleRow(cell: HTMLElement): boolean {
  const box = cell.parentElement?.querySelector<HTMLInputElement>('input[type=checkbox]');
  box?.click();
  return box instanceof HTMLInputElement;
}

/**
 * A cell of the grid. Enter follows its link, which is no stop of the Tab key. An answer that the person may correct is
 * opened by Enter, F2, a double click, or the pencil that appears in the cell under the pointer or with the focus.
 */
export function GridCell(props: GridCellProps) {
  const { item, column, row, at, offset, isEdge, isActive, onActive, onCorrect, onPrepare } = props;
  const { t } = useTranslation();
  const [isUnderPointer, setUnderPointer] = useState(false);
  const field = item.mayCorrect ? column.field : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget: cell } = event;
    if (target !== cell) return;
    // Where rows are not chosen, the key scrolls.
    if (key === ' ' && toggleRow(cell)) event.preventDefault();
    if (key !== 'Enter' && key !== 'F2') return;
    const link = cell.querySelector('a');
    if (!field && !(link && key === 'Enter')) return;
    event.preventDefault();
    if (field) onCorrect(cell, field);
    else link?.click();
  };
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be virtual and sticky on both sides
    <div
      role="gridcell"
      aria-colindex={at + 1}
      aria-readonly={!field}
      className={classes['cell']}
      data-cell={`${row}:${at}`}
      data-pinned={offset !== undefined}
      data-edge={isEdge}
      data-number={column.isNumber === true}
      style={{ insetInlineStart: offset }}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => {
        onActive();
        if (field) onPrepare();
      }}
      onKeyDown={onKeyDown}
      {...(field && {
        onDoubleClick: ({ currentTarget }) => onCorrect(currentTarget, field),
        onPointerEnter: () => setUnderPointer(true),
        onPointerLeave: () => setUnderPointer(false),
      })}
    >
      {column.cell(item)}
      {field && (isActive || isUnderPointer) && (
        <button
          type="button"
          // The cell itself is the stop, and Enter does the same.
          tabIndex={-1}
          className={classes['pencil']}
          aria-label={t('answers.correct', { title: column.header })}
          onPointerEnter={onPrepare}
          onClick={({ currentTarget: { parentElement } }) =>
            parentElement && onCorrect(parentElement, field)
          }
        >
          <IconPencil size={14} aria-hidden />
        </button>
      )}
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}
