// Answers that are objects: the place of a location question, and the code of a barcode question. Browsers load this
// file too, so it uses nothing of the server.
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { ValueFault } from './answer-faults.ts';

/** The answer to a location question. */
export interface Place {
  /** Degrees north, from -90 to 90. */
  readonly lat: number;
  /** Degrees east, from -180 to 180. */
  readonly lon: number;
  /** Metres around the position. Absent when it was typed. */
  readonly accuracy?: number;
  /** When the position was taken or typed, in UTC: `2026-11-26T06:15:00Z`. */
  readonly at: string;
  readonly source: PlaceSource;
}

/** `gps`: from the device. `pin`: set on a map. `typed`: entered as coordinates. */
export type PlaceSource = (typeof PLACE_SOURCES)[number];
const PLACE_SOURCES = ['gps', 'pin', 'typed'] as const;

/** The answer to a barcode question. */
export interface Code {
  readonly text: string;
  /** The kind of barcode; absent when the text was typed. */
  readonly format?: CodeFormat;
}

/** The names of the Barcode Detection API, and those that zxing adds. */
const CODE_FORMATS = [
  'aztec',
  'codabar',
  'code_39',
  'code_93',
  'code_128',
  'data_matrix',
  'databar',
  'databar_expanded',
  'databar_limited',
  'dx_film_edge',
  'ean_8',
  'ean_13',
  'itf',
  'maxi_code',
  'micro_qr_code',
  'pdf417',
  'qr_code',
  'rm_qr_code',
  'upc_a',
  'upc_e',
] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

/** Returns whether a text is the name of a format. */
export const isCodeFormat = (text: string): text is CodeFormat =>
  CODE_FORMATS.some((each) => each === text);

/** The longest text of a barcode, in UTF-16 units. */
export const MAX_CODE = 2000;

/** Farther than any two points of the earth are apart, in metres. */
const MAX_ACCURACY = 20_100_000;

/** Seven decimals of a degree are about a centimetre. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e7) / 1e7 + 0;

/** The value as it is stored, or why it is refused. */
export type Reading = { readonly value: JsonObject } | { readonly fault: ValueFault };

/** Reads the answer to a location question. Degrees are rounded to seven decimals, the accuracy to one. */
export function readPlace(given: JsonValue): Reading {
  const value = withoutNull(given, 'accuracy');
  if (!isObject(value)) return wrong('place', '', `This must be a place: ${PLACE_LIKE}.`);
  const { lat, lon, accuracy, at, source, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return strange(unknown, PLACE_LIKE);
  if (!isWithin(lat, -90, 90)) return wrong('latitude', '.lat', degrees(90));
  if (!isWithin(lon, -180, 180)) return wrong('longitude', '.lon', degrees(180));
  if (accuracy !== undefined && !isWithin(accuracy, 0, MAX_ACCURACY)) {
    return wrong('accuracy', '.accuracy', `This must be metres from 0 to ${MAX_ACCURACY}.`);
  }
  if (typeof at !== 'string' || !isInstant(at)) {
    const text = 'This must be an existing time in UTC, such as 2026-11-26T06:15:00Z.';
    return wrong('place-time', '.at', text);
  }
  if (typeof source !== 'string' || !PLACE_SOURCES.some((each) => each === source)) {
    return wrong('place-source', '.source', `This must be one of ${PLACE_SOURCES.join(', ')}.`);
  }
  return {
    value: {
      lat: roundDegrees(lat),
      lon: roundDegrees(lon),
      ...(accuracy !== undefined && { accuracy: Math.round(accuracy * 10) / 10 }),
      at,
      source,
    },
  };
}

const PLACE_LIKE = '{ lat, lon, accuracy, at, source }, of which accuracy may be absent';
const degrees = (most: number): string => `This must be degrees from -${most} to ${most}.`;

/** Reads the answer to a barcode question. */
export function readCode(given: JsonValue): Reading {
  const value = withoutNull(given, 'format');
  if (!isObject(value)) return wrong('barcode', '', `This must be a code: ${CODE_LIKE}.`);
  const { text, format, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return strange(unknown, CODE_LIKE);
  if (typeof text !== 'string' || text === '') {
    return wrong('barcode', '.text', 'This must be text. Clear the answer if there is no code.');
  }
  if (text.length > MAX_CODE) {
    const words = `This must have at most ${MAX_CODE} characters; it has ${text.length}.`;
    const fault = { kind: 'length', rule: 'max-length', limit: MAX_CODE } as const;
    return { fault: { ...fault, within: '.text', text: words } };
  }
  if (format === undefined) return { value: { text } };
  if (typeof format === 'string' && isCodeFormat(format)) {
    return { value: { text, format } };
  }
  const words = `This must be absent, or one of ${CODE_FORMATS.join(', ')}.`;
  return wrong('barcode-format', '.format', words);
}

const CODE_LIKE = '{ text, format }, of which format may be absent';

type Rule = ValueFault['rule'];

const wrong = (rule: Rule, within: string, text: string): Reading => ({
  fault: { kind: within === '' ? 'type' : 'format', rule, within, text },
});

const strange = (name: string, wanted: string): Reading => ({
  fault: {
    kind: 'type',
    rule: 'unknown-member',
    text: `${JSON.stringify(name.slice(0, 60).toWellFormed())} is not allowed here. This must be ${wanted}.`,
  },
});

/** Removes a member that is null: programs write null for what they do not know. */
function withoutNull(value: JsonValue, name: string): JsonValue {
  if (!isObject(value) || member(value, name) !== null) return value;
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
}

const isWithin = (value: JsonValue | undefined, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** Returns whether a text is an existing instant: the parser of JavaScript takes 30 February for 2 March. */
function isInstant(text: string): boolean {
  if (!INSTANT.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19);
}
