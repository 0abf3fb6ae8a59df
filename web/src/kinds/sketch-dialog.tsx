import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { COLORS, inTheMiddle, type Pen } from './drawing.ts';
import { DrawingPaper } from './drawing-paper.tsx';
import { DrawingTools } from './drawing-tools.tsx';
import { ShapeList } from './shape-list.tsx';
import { useDrawing } from './use-drawing.ts';

interface SketchDialogProps {
  readonly title: string;
  readonly address: string;
  readonly shapes: readonly DrawnShape[];
  /** Called after each change, with the photo as it is shown. */
  readonly onChange: (shapes: readonly DrawnShape[], picture: HTMLImageElement) => void;
  readonly onClose: () => void;
}

/** Draws on a photo. Each shape is kept at once. */
export function SketchDialog({ title, address, shapes, onChange, onClose }: SketchDialogProps) {
  const { t } = useTranslation();
  const picture = useRef<HTMLImageElement>(undefined);
  const [pen, setPen] = useState<Pen>({ tool: 'pen', color: COLORS[0].color, text: '' });
  const [selected, setSelected] = useState<number>();
  const drawing = useDrawing(shapes, (next) => {
    if (picture.current !== undefined) onChange(next, picture.current);
  });
  const add = (shape: DrawnShape) => drawing.change([...drawing.shapes, shape]);
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      <Stack>
        <DrawingTools
          pen={pen}
          onPen={setPen}
          canUndo={drawing.canUndo}
          onUndo={drawing.undo}
          onAdd={() => {
            if (pen.tool !== 'text' || pen.text.trim() !== '') add(inTheMiddle(pen));
          }}
        />
        <DrawingPaper
          address={address}
          label={t('kinds.drawOn', { title })}
          pen={pen}
          shapes={drawing.shapes}
          selected={selected}
          onPicture={(shown) => {
            picture.current = shown;
          }}
          onDrawn={add}
        />
        {drawing.isFull && (
          <Alert role="alert" color="red" variant="outline">
            {t('kinds.drawingFull')}
          </Alert>
        )}
        <Text role="status" size="sm" c="dimmed">
          {t('kinds.shapeCount', { count: drawing.shapes.length })}
        </Text>
        <ShapeList
          shapes={drawing.shapes}
          selected={selected}
          onSelect={setSelected}
          onChange={drawing.change}
        />
        <Group justify="end">
          <Button onClick={onClose}>{t('kinds.closeDrawing')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
