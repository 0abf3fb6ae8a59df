import { useRef, useState } from 'react';
import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import { fits } from './drawing.ts';

type Shapes = readonly DrawnShape[];

export interface Drawing {
  readonly shapes: Shapes;
  readonly canUndo: boolean;
  /** Whether the last shape was left out, because the drawing is as large as it may be. */
  readonly isFull: boolean;
  change(next: Shapes): void;
  undo(): void;
}

/** The shapes of a drawing, with a way back. `onChange` is called with each change. */
export function useDrawing(initial: Shapes, onChange: (shapes: Shapes) => void): Drawing {
  const [shapes, setShapes] = useState(initial);
  const [isFull, setFull] = useState(false);
  const past = useRef<Shapes[]>([]);
  const show = (next: Shapes) => {
    setShapes(next);
    onChange(next);
  };
  return {
    shapes,
    isFull,
    canUndo: past.current.length > 0,
    change(next) {
      const isTooLarge = !fits(next);
      setFull(isTooLarge);
      if (isTooLarge) return;
      past.current.push(shapes);
      show(next);
    },
    undo() {
      const before = past.current.pop();
      setFull(false);
      if (before !== undefined) show(before);
    },
  };
}
