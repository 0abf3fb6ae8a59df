// The shapes that somebody has drawn on a photo. Browsers load this file too, so it uses nothing of the server.
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { ValueFault } from './answer-faults.ts';

/** One shape of a drawing. */
export interface DrawnShape {
  readonly kind: ShapeKind;
  /** `#rrggbb`. */
  readonly color: string;
  /** The width of the line, in thousandths of the longer side of the photo. */
  readonly width: number;
  /** x and y in turn, as shares of the width and the height of the photo, from 0 to 1. */
  readonly points: readonly number[];
  /** Only of the kind `text`. */
  readonly text?: string;
}

/** `pen` is drawn by hand; `line`, `arrow`, `box` and `ellipse` lie between two points; `text` begins at one. */
export type ShapeKind = keyof typeof POINTS;

/** How many points each kind has: the fewest, and the most. */
const POINTS = {
  pen: [1, 2000],
  line: [2, 2],
  arrow: [2, 2],
  box: [2, 2],
  ellipse: [2, 2],
  text: [1, 1],
} as const;

export const MAX_SHAPES = 200;
/** In bytes of JSON, for all shapes together. */
export const MAX_SHAPES_BYTES = 262_144;
export const MAX_SHAPE_TEXT = 200;
const MAX_WIDTH = 100;

/** Returns what is wrong with the shapes of a drawing; undefined when nothing is. */
export function faultOfShapes(value: JsonValue | undefined): ValueFault | undefined {
  if (!isList(value)) return wrong('', 'This must be a list of shapes.');
  if (value.length > MAX_SHAPES) {
    const text = `There may be at most ${MAX_SHAPES} shapes, not ${value.length}.`;
    return { kind: 'count', rule: 'max-shapes', limit: MAX_SHAPES, within: '.shapes', text };
  }
  for (const [i, shape] of value.entries()) {
    const fault = faultOfShape(shape, `[${i}]`);
    if (fault !== undefined) return fault;
  }
  const { length } = new TextEncoder().encode(JSON.stringify(value));
  if (length <= MAX_SHAPES_BYTES) return undefined;
  const text = `The shapes have ${length} bytes; at most ${MAX_SHAPES_BYTES} are allowed.`;
  return { kind: 'length', rule: 'max-drawing', limit: MAX_SHAPES_BYTES, within: '.shapes', text };
}

function faultOfShape(shape: JsonValue, at: string): ValueFault | undefined {
  if (!isObject(shape)) return wrong(at, `This must be a shape: ${SHAPE_LIKE}.`);
  const { kind, color, width, points, text, ...rest } = shape;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return wrong(at, `A shape has only ${SHAPE_LIKE}.`);
  if (!isKind(kind)) return wrong(`${at}.kind`, `Use one of ${Object.keys(POINTS).join(', ')}.`);
  if (typeof color !== 'string' || !/^#[0-9a-fA-F]{6}$/.test(color)) {
    return wrong(`${at}.color`, 'This must be a colour such as #c92a2a.');
  }
  if (typeof width !== 'number' || !(width > 0) || width > MAX_WIDTH) {
    return wrong(`${at}.width`, `This must be a number above 0, at most ${MAX_WIDTH}.`);
  }
  return faultOfPoints(kind, points, at) ?? faultOfText(kind, text, at);
}

const SHAPE_LIKE = '{ kind, color, width, points, text }';

function faultOfPoints(
  kind: ShapeKind,
  points: JsonValue | undefined,
  at: string,
): ValueFault | undefined {
  const [least, most] = POINTS[kind];
  const count = isList(points) && points.every(isShare) ? points.length : Number.NaN;
  if (count % 2 === 0 && count >= 2 * least && count <= 2 * most) return undefined;
  const wanted = least === most ? `${2 * least}` : `${2 * least} to ${2 * most}`;
  const text = `This must be ${wanted} numbers from 0 to 1: x and y of each point.`;
  return wrong(`${at}.points`, text);
}

function faultOfText(
  kind: ShapeKind,
  text: JsonValue | undefined,
  at: string,
): ValueFault | undefined {
  if (kind !== 'text') {
    return text === undefined
      ? undefined
      : wrong(`${at}.text`, 'Only a shape of kind text has it.');
  }
  if (typeof text === 'string' && text.trim() !== '' && text.length <= MAX_SHAPE_TEXT) {
    return undefined;
  }
  return wrong(`${at}.text`, `This must be text of 1 to ${MAX_SHAPE_TEXT} characters.`);
}

const wrong = (at: string, text: string): ValueFault => ({
  kind: 'format',
  rule: 'drawing',
  within: `.shapes${at}`,
  text,
});

const isKind = (kind: JsonValue | undefined): kind is ShapeKind =>
  typeof kind === 'string' && Object.hasOwn(POINTS, kind);

const isShare = (value: JsonValue): boolean =>
  typeof value === 'number' && value >= 0 && value <= 1;

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

/** The members of the answer to a drawing on a photo, whose files are checked as those of other questions. */
export const SKETCH_MEMBERS = ['photo', 'picture', 'shapes'] as const;

/** Returns a file of a drawing: the photo as it was taken, or the picture with the drawing. */
export function fileOfSketch(value: JsonValue, name: 'photo' | 'picture'): JsonObject | undefined {
  const file = isObject(value) ? member(value, name) : undefined;
  return file !== undefined && isObject(file) ? file : undefined;
}
