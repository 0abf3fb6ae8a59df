import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { COLORS, moved, type Spot, scaled } from './drawing.ts';

const STEP = 0.02;
const MOVES: ReadonlyMap<string, Spot> = new Map([
  ['ArrowLeft', { x: -STEP, y: 0 }],
  ['ArrowRight', { x: STEP, y: 0 }],
  ['ArrowUp', { x: 0, y: -STEP }],
  ['ArrowDown', { x: 0, y: STEP }],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['+', 1.1],
  ['-', 1 / 1.1],
]);

interface ShapeListProps {
  readonly shapes: readonly DrawnShape[];
  readonly selected: number | undefined;
  readonly onSelect: (index: number | undefined) => void;
  readonly onChange: (shapes: readonly DrawnShape[]) => void;
}

/** The shapes by name, for people who move and delete them with a keyboard. */
export function ShapeList({ shapes, selected, onSelect, onChange }: ShapeListProps) {
  const { t } = useTranslation();
  if (shapes.length === 0) return undefined;
  const nameOf = (shape: DrawnShape, i: number): string => {
    const colour = COLORS.find(({ color }) => color === shape.color)?.name;
    const kind = t(`kinds.shapes.${shape.kind}`);
    const shown = shape.text === undefined ? kind : `${kind} “${shape.text}”`;
    return `${i + 1}. ${shown}${colour === undefined ? '' : `, ${t(`kinds.colours.${colour}`)}`}`;
  };
  const press = (event: KeyboardEvent, shape: DrawnShape, i: number) => {
    const by = MOVES.get(event.key);
    const factor = SCALES.get(event.key);
    if (by !== undefined) onChange(shapes.with(i, moved(shape, by)));
    else if (factor !== undefined) onChange(shapes.with(i, scaled(shape, factor)));
    else if (event.key === 'Delete') onChange(shapes.toSpliced(i, 1));
    else return;
    event.preventDefault();
  };
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('kinds.shapesHint')}
      </Text>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {shapes.map((shape, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name
          <Group component="li" key={i} gap={4} wrap="nowrap">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-pressed={selected === i}
              onClick={() => onSelect(selected === i ? undefined : i)}
              onFocus={() => onSelect(i)}
              onBlur={() => onSelect(undefined)}
              onKeyDown={(event) => press(event, shape, i)}
            >
              {nameOf(shape, i)}
            </Button>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('kinds.deleteShape', { name: nameOf(shape, i) })}
              onClick={() => onChange(shapes.toSpliced(i, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
