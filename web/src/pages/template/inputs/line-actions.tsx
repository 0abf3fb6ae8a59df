import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import classes from '#web/pages/template/editing/builder.module.css';

interface LineActionsProps {
  readonly index: number;
  readonly count: number;
  readonly labels: { readonly up: string; readonly down: string; readonly remove: string };
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** Buttons that move or remove one of several lines. */
export function LineActions({ index, count, labels, onMove, onRemove }: LineActionsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={labels.up}
        disabled={index === 0}
        className={classes['line']}
        onClick={() => onMove(index - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={labels.down}
        disabled={index === count - 1}
        className={classes['line']}
        onClick={() => onMove(index + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={labels.remove}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}

/** Returns the list with the item at `from` moved to `to`. */
export function reordered<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const moved = list.slice(from, from + 1);
  return list.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}
