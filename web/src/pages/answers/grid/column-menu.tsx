import { Menu } from '@mantine/core';
import {
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconArrowsHorizontal,
  IconArrowsMinimize,
  IconChevronLeft,
  IconChevronRight,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
  IconSortAscending,
} from '@tabler/icons-react';
import {
  canMove,
  hide,
  MOST_PINNED,
  move,
  pin,
  sortBy,
  type TableState,
  thenBy,
  unpin,
  widen,
} from '#web/conditions/table-state.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { GridColumn } from './grid-column.ts';

interface ColumnMenuProps {
  readonly column: GridColumn;
  readonly state: TableState;
  readonly onChange: (state: TableState) => void;
}

/** What can be done with a column. */
export function ColumnMenu({ column: { id, note, isSortable }, state, onChange }: ColumnMenuProps) {
  const { t } = useTranslation();
  const isPinned = state.pinned.includes(id);
  const isSortedByOther = state.sort[0] !== undefined && state.sort[0].id !== id;
  return (
    <>
      {note !== undefined && <Menu.Label>{note}</Menu.Label>}
      {isSortable && (
        <>
          <Menu.Item
            leftSection={<IconArrowNarrowUp size={16} />}
            onClick={() => onChange(sortBy(state, { id, direction: 'asc' }))}
          >
            {t('answers.column.ascending')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowNarrowDown size={16} />}
            onClick={() => onChange(sortBy(state, { id, direction: 'desc' }))}
          >
            {t('answers.column.descending')}
          </Menu.Item>
          {isSortedByOther && (
            <Menu.Item
              leftSection={<IconSortAscending size={16} />}
              onClick={() => onChange(thenBy(state, { id, direction: 'asc' }))}
            >
              {t('answers.column.thenBy')}
            </Menu.Item>
          )}
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconChevronLeft size={16} />}
        disabled={!canMove(state, id, -1)}
        onClick={() => onChange(move(state, id, -1))}
      >
        {t('answers.column.left')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconChevronRight size={16} />}
        disabled={!canMove(state, id, 1)}
        onClick={() => onChange(move(state, id, 1))}
      >
        {t('answers.column.right')}
      </Menu.Item>
      {isPinned ? (
        <Menu.Item
          leftSection={<IconPinnedOff size={16} />}
          onClick={() => onChange(unpin(state, id))}
        >
          {t('answers.column.unpin')}
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconPin size={16} />}
          disabled={state.pinned.length >= MOST_PINNED}
          onClick={() => onChange(pin(state, id))}
        >
          {t('answers.column.pin')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconArrowsHorizontal size={16} />}
        closeMenuOnClick={false}
        onClick={() => onChange(widen(state, id, 1))}
      >
        {t('answers.column.wider')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowsMinimize size={16} />}
        closeMenuOnClick={false}
        onClick={() => onChange(widen(state, id, -1))}
      >
        {t('answers.column.narrower')}
      </Menu.Item>
      {id !== 'name' && (
        <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => onChange(hide(state, id))}>
          {t('answers.column.hide')}
        </Menu.Item>
      )}
    </>
  );
}
