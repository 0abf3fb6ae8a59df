import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCheck,
  IconCircle,
  IconPencil,
  IconPlus,
  IconSquare,
  IconTypography,
} from '@tabler/icons-react';
import { MAX_SHAPE_TEXT } from '#questionnaires/answers/sketch-shapes.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { COLORS, type Pen, TOOLS } from './drawing.ts';
import classes from './kinds.module.css';

const ICONS = {
  pen: IconPencil,
  arrow: IconArrowUpRight,
  box: IconSquare,
  ellipse: IconCircle,
  text: IconTypography,
} as const;

interface DrawingToolsProps {
  readonly pen: Pen;
  readonly onPen: (pen: Pen) => void;
  readonly canUndo: boolean;
  readonly onUndo: () => void;
  /** Adds a shape in the middle, without drawing it by hand. */
  readonly onAdd: () => void;
}

/** What is drawn, in which colour, and the way back. */
export function DrawingTools({ pen, onPen, canUndo, onUndo, onAdd }: DrawingToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Group gap="md">
        <Group gap={4} role="group" aria-label={t('kinds.tool')}>
          {TOOLS.map((tool) => {
            const Picture = ICONS[tool];
            return (
              <Tooltip key={tool} label={t(`kinds.tools.${tool}`)}>
                <ActionIcon
                  size="lg"
                  variant={pen.tool === tool ? 'filled' : 'default'}
                  aria-label={t(`kinds.tools.${tool}`)}
                  aria-pressed={pen.tool === tool}
                  onClick={() => onPen({ ...pen, tool })}
                >
                  <Picture size={20} aria-hidden />
                </ActionIcon>
              </Tooltip>
            );
          })}
        </Group>
        <Group gap={4} role="group" aria-label={t('kinds.colour')}>
          {COLORS.map(({ color, name }) => (
            <ActionIcon
              key={color}
              size="lg"
              variant="default"
              aria-label={t(`kinds.colours.${name}`)}
              aria-pressed={pen.color === color}
              onClick={() => onPen({ ...pen, color })}
            >
              <span className={classes['swatch']} style={{ background: color }}>
                {pen.color === color && (
                  <IconCheck size={14} color={name === 'yellow' ? 'black' : 'white'} aria-hidden />
                )}
              </span>
            </ActionIcon>
          ))}
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!canUndo}
            onClick={onUndo}
          >
            {t('kinds.undo')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAdd}
          >
            {t('kinds.addToMiddle')}
          </Button>
        </Group>
      </Group>
      {pen.tool === 'text' && (
        <TextInput
          label={t('kinds.textToPlace')}
          description={t('kinds.textToPlaceHint')}
          value={pen.text}
          maxLength={MAX_SHAPE_TEXT}
          autoComplete="off"
          onChange={({ currentTarget }) => onPen({ ...pen, text: currentTarget.value })}
        />
      )}
    </>
  );
}
