import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react';
import type { PointerEvent } from 'react';
import { resize, type TableState, toggleSort, widthOf } from '#web/conditions/table-state.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './answer-grid.module.css';
import { ColumnMenu } from './column-menu.tsx';
import { FieldKind } from './field-kind.tsx';
import type { GridColumn } from './grid-column.ts';
import { HEAD } from './use-roving-cell.ts';

interface GridHeadProps {
  readonly columns: readonly GridColumn[];
  readonly state: TableState;
  readonly offsets: ReadonlyMap<string, number>;
  readonly onChange: (state: TableState) => void;
  /** The column whose name the Tab key reaches; undefined while it reaches a cell. */
  readonly active: number | undefined;
  readonly onActive: (column: number) => void;
}

// biome-ignore-start lint/a11y/useSemanticElements: elements of a table can't be virtual and sticky on both sides
// biome-ignore-start lint/a11y/useFocusableInteractive: its buttons take the focus

/** The names of the columns: a button that sorts, and a menu with everything else. */
export function GridHead(props: GridHeadProps) {
  const { columns, state, offsets, onChange, active, onActive } = props;
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['row']}>
        {columns.map((column, at) => {
          const left = offsets.get(column.id);
          return (
            <div
              role="columnheader"
              key={column.id}
              aria-colindex={at + 1}
              aria-sort={sortOf(state, column.id)}
              className={classes['header']}
              data-pinned={left !== undefined}
              data-number={column.isNumber === true}
              style={{ insetInlineStart: left }}
              onFocus={() => onActive(at)}
            >
              <Header
                column={column}
                state={state}
                onChange={onChange}
                at={`${HEAD}:${at}`}
                tabIndex={active === at ? 0 : -1}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

// biome-ignore-end lint/a11y/useFocusableInteractive: as above
// biome-ignore-end lint/a11y/useSemanticElements: as above

type HeaderProps = Pick<GridHeadProps, 'state' | 'onChange'> & {
  readonly column: GridColumn;
  /** The name by which the keys find it. */
  readonly at: string;
  readonly tabIndex: number;
};

function Header({ column, state, onChange, at, tabIndex }: HeaderProps) {
  const { t } = useTranslation();
  const { id, header, note, isSortable, field } = column;
  const title = note === undefined ? header : `${header} · ${note}`;
  return (
    <>
      {field && <FieldKind holds={field.holds} />}
      {isSortable ? (
        <UnstyledButton
          className={classes['sort']}
          title={title}
          data-cell={at}
          tabIndex={tabIndex}
          onClick={() => onChange(toggleSort(state, id))}
        >
          <span className={classes['title']}>{header}</span>
          <SortMark state={state} id={id} />
        </UnstyledButton>
      ) : (
        <span className={classes['title']} title={title}>
          {header}
        </span>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('answers.column.menu', { title: header })}
            tabIndex={tabIndex}
            {...(!isSortable && { 'data-cell': at })}
          >
            <IconDotsVertical size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ColumnMenu column={column} state={state} onChange={onChange} />
        </Menu.Dropdown>
      </Menu>
      {/* People without a mouse have the same in the menu. */}
      <span
        aria-hidden
        className={classes['grip']}
        onPointerDown={(event) =>
          drag(event, widthOf(state, id), (to) => onChange(resize(state, id, to)))
        }
      />
    </>
  );
}

/** The direction as an arrow, with the position among two keys. */
function SortMark({ state, id }: { readonly state: TableState; readonly id: string }) {
  const at = state.sort.findIndex((key) => key.id === id);
  const key = state.sort[at];
  if (!key) return undefined;
  const Arrow = key.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes['mark']} aria-hidden>
      <Arrow size={14} />
      {state.sort.length > 1 && at + 1}
    </span>
  );
}

function sortOf(state: TableState, id: string): 'ascending' | 'descending' | 'none' {
  const [first] = state.sort;
  if (first?.id !== id) return 'none';
  return first.direction === 'asc' ? 'ascending' : 'descending';
}

/** Follows the pointer and sets the width where it is let go. */
function drag(
  event: PointerEvent<HTMLElement>,
  width: number,
  onEnd: (pixels: number) => void,
): void {
  event.preventDefault();
  const grip = event.currentTarget;
  const start = event.clientX;
  const sign = getComputedStyle(grip).direction === 'rtl' ? -1 : 1;
  grip.setPointerCapture(event.pointerId);
  grip.dataset['dragged'] = 'true';
  const follow = ({ clientX }: globalThis.PointerEvent) => {
    grip.style.setProperty('--moved', `${clientX - start}px`);
  };
  const end = ({ clientX }: globalThis.PointerEvent) => {
    grip.removeEventListener('pointermove', follow);
    delete grip.dataset['dragged'];
    grip.style.removeProperty('--moved');
    if (clientX !== start) onEnd(width + sign * (clientX - start));
  };
  grip.addEventListener('pointermove', follow);
  grip.addEventListener('pointerup', end, { once: true });
}
