// Changes of a drawing. Pure.
import {
  type DrawnShape,
  MAX_SHAPES,
  MAX_SHAPES_BYTES,
  type ShapeKind,
} from '#questionnaires/answers/sketch-shapes.ts';

export type Tool = Exclude<ShapeKind, 'line'>;
export const TOOLS: readonly Tool[] = ['pen', 'arrow', 'box', 'ellipse', 'text'];

/** Colours that differ in brightness too, with the key of their name. */
export const COLORS = [
  { color: '#c92a2a', name: 'red' },
  { color: '#ffd43b', name: 'yellow' },
  { color: '#1864ab', name: 'blue' },
  { color: '#212529', name: 'black' },
] as const;

/** In thousandths of the longer side of the photo. */
const WIDTH = 6;
/** Closer points of a line by hand are left out: nobody sees them. */
const NEAR = 0.004;
const MOST_NUMBERS = 1000;

export interface Spot {
  /** Shares of the width and the height of the photo. */
  readonly x: number;
  readonly y: number;
}

export interface Pen {
  readonly tool: Tool;
  readonly color: string;
  readonly text: string;
}

const share = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

/** Begins a shape at a spot. */
export function begun({ tool, color, text }: Pen, { x, y }: Spot): DrawnShape {
  const at = [share(x), share(y)];
  const points = tool === 'text' || tool === 'pen' ? at : [...at, ...at];
  return { kind: tool, color, width: WIDTH, points, ...(tool === 'text' && { text: text.trim() }) };
}

/** Draws on to a spot. */
export function drawnTo(shape: DrawnShape, { x, y }: Spot): DrawnShape {
  const { kind, points } = shape;
  const at = [share(x), share(y)];
  if (kind === 'text') return { ...shape, points: at };
  if (kind !== 'pen') return { ...shape, points: [...points.slice(0, 2), ...at] };
  const [lastX = 0, lastY = 0] = points.slice(-2);
  const isNear = Math.hypot(x - lastX, y - lastY) < NEAR;
  return isNear || points.length >= MOST_NUMBERS ? shape : { ...shape, points: [...points, ...at] };
}

/** Returns a shape in the middle of the photo, for people who do not draw by hand. */
export function inTheMiddle(pen: Pen): DrawnShape {
  const shape = begun(pen, { x: 0.4, y: 0.4 });
  return pen.tool === 'text' ? shape : drawnTo(shape, { x: 0.6, y: 0.6 });
}

/** Moves a shape, as far as it stays on the photo. */
export function moved(shape: DrawnShape, by: Spot): DrawnShape {
  const { points } = shape;
  const along = (offset: 0 | 1, wanted: number): number => {
    const values = points.filter((_, i) => i % 2 === offset);
    return Math.min(1 - Math.max(...values), Math.max(-Math.min(...values), wanted));
  };
  const [dx, dy] = [along(0, by.x), along(1, by.y)];
  return { ...shape, points: points.map((value, i) => share(value + (i % 2 === 0 ? dx : dy))) };
}

/** Makes a shape larger or smaller around its first point. */
export function scaled(shape: DrawnShape, factor: number): DrawnShape {
  if (shape.kind === 'text') {
    return { ...shape, width: Math.min(40, Math.max(2, Math.round(shape.width * factor))) };
  }
  const [x = 0, y = 0] = shape.points;
  return {
    ...shape,
    points: shape.points.map((value, i) => {
      const from = i % 2 === 0 ? x : y;
      return share(from + (value - from) * factor);
    }),
  };
}

/** Returns whether a drawing may have these shapes. */
export const fits = (shapes: readonly DrawnShape[]): boolean =>
  shapes.length <= MAX_SHAPES &&
  new TextEncoder().encode(JSON.stringify(shapes)).length <= MAX_SHAPES_BYTES;
