// How shapes look: one description for the screen (SVG) and for the picture that is stored (canvas).
import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the points of a shape in pixels of the photo. */
export function pointsOf({ points }: DrawnShape, { width, height }: Size): readonly Point[] {
  return Array.from({ length: points.length / 2 }, (_, i) => ({
    x: (points[2 * i] ?? 0) * width,
    y: (points[2 * i + 1] ?? 0) * height,
  }));
}

/** Returns the width of the line in pixels of the photo. */
export const lineWidth = (shape: DrawnShape, { width, height }: Size): number =>
  (shape.width / 1000) * Math.max(width, height);

/** Returns the height of letters in pixels of the photo. */
export const fontSize = (shape: DrawnShape, size: Size): number => 6 * lineWidth(shape, size);

/** Returns the outline as the `d` of an SVG path; empty for text. */
export function pathOf(shape: DrawnShape, size: Size): string {
  const [from = { x: 0, y: 0 }, to = from, ...more] = pointsOf(shape, size);
  switch (shape.kind) {
    case 'pen':
      return `M${xy(from)}${[to, ...more].map((point) => `L${xy(point)}`).join('')}`;
    case 'line':
      return `M${xy(from)}L${xy(to)}`;
    case 'arrow':
      return arrow(from, to, lineWidth(shape, size));
    case 'box':
      return `M${xy(from)}H${round(to.x)}V${round(to.y)}H${round(from.x)}Z`;
    case 'ellipse':
      return ellipse(from, to);
    case 'text':
      return '';
  }
}

function arrow(from: Point, to: Point, width: number): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = Math.max(5 * width, 1);
  const side = (turn: number): Point => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  });
  return `M${xy(from)}L${xy(to)}M${xy(side(0.5))}L${xy(to)}L${xy(side(-0.5))}`;
}

function ellipse(from: Point, to: Point): string {
  const [rx, ry] = [Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2];
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const y = (from.y + to.y) / 2;
  const half = (x: number) => `A${round(rx)} ${round(ry)} 0 0 1 ${xy({ x, y })}`;
  return `M${xy({ x: left, y })}${half(right)}${half(left)}Z`;
}

const xy = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** Draws a photo with its shapes. */
export function drawShapes(
  paper: CanvasRenderingContext2D,
  shapes: readonly DrawnShape[],
  size: Size,
): void {
  paper.lineCap = 'round';
  paper.lineJoin = 'round';
  for (const shape of shapes) {
    const width = lineWidth(shape, size);
    // White around it, so that each colour is seen on each photo.
    for (const [style, share] of [
      ['#ffffff', 1.8],
      [shape.color, 1],
    ] as const) {
      paper.strokeStyle = style;
      paper.fillStyle = style;
      paper.lineWidth = width * share;
      if (shape.kind === 'text') drawText(paper, shape, size, share > 1);
      else paper.stroke(new Path2D(pathOf(shape, size)));
    }
  }
}

function drawText(
  paper: CanvasRenderingContext2D,
  shape: DrawnShape,
  size: Size,
  isOutline: boolean,
): void {
  const [at] = pointsOf(shape, size);
  if (at === undefined) return;
  paper.font = `700 ${fontSize(shape, size)}px sans-serif`;
  paper.textBaseline = 'middle';
  if (isOutline) paper.strokeText(shape.text ?? '', at.x, at.y);
  else paper.fillText(shape.text ?? '', at.x, at.y);
}
