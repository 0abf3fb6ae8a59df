// The parts of mutations of requests: positions in a body, and values to put there.
import type { Draft, Json, Route } from './requests.ts';

/** Returns numbers from 0 up to, but not including, 1; the same for the same seed. */
export type Chance = () => number;

export interface Mutation {
  readonly name: string;
  /** @param size the approximate number of characters that it may add */
  apply(draft: Draft, size: number, chance: Chance, route: Route): Draft;
}

/** Uses mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function oneOf<T>(items: readonly T[], chance: Chance): T {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}

/** Texts that may be slow for parsers, regular expressions and case folding. */
export const FILLERS = [
  'a',
  'a ',
  ' ',
  '\t',
  '(',
  ')',
  '()',
  '[',
  '[]',
  '{',
  '{a} ',
  '{a}=[',
  '"',
  "'",
  "\\'",
  '\\',
  '\\"',
  '<',
  '%',
  '.',
  'a.',
  ':',
  'urn:a:',
  ',',
  'a,',
  ';',
  '"a",',
  'W/"1",',
  '/',
  '?',
  '#',
  '=',
  '-',
  '1',
  '1.',
  'e',
  '-1 ',
  'not (',
  'a eq "b" and ',
  'é',
  'ß',
  'ﬀ',
  'ς',
  '😀',
  '\u0301',
  '＿',
  '\n',
  'A',
  'aA1',
  'text/html;q=0.1,',
  'true',
  'null',
  '{"value":"x"}',
];

export const repeat = (filler: string, size: number): string =>
  filler.repeat(Math.max(1, Math.floor(size / filler.length)));

/** A position in a body, and a function that replaces its value. */
interface BodyPosition {
  readonly value: Json;
  put(value: Json): Json;
}

const MOST_POSITIONS = 400;

function positionsIn(root: Json): readonly BodyPosition[] {
  const positions: BodyPosition[] = [];
  const visit = (value: Json, put: (value: Json) => Json): void => {
    positions.push({ value, put });
    if (typeof value !== 'object' || value === null || positions.length > MOST_POSITIONS) return;
    const inner = Array.isArray(value)
      ? value.slice(0, 5).entries()
      : Object.entries(value).slice(0, 40);
    for (const [key, each] of inner) visit(each, (next) => put(withMember(value, key, next)));
  };
  visit(root, (value) => value);
  return positions;
}

function withMember(value: Json, key: string | number, next: Json): Json {
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? next : each));
  return { ...(typeof value === 'object' ? value : {}), [key]: next };
}

export const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes one fitting position of the body; returns the draft unchanged if there is none. */
export function inBody(
  draft: Draft,
  chance: Chance,
  fits: (value: Json) => boolean,
  change: (value: Json) => Json,
): Draft {
  const positions =
    draft.body === undefined ? [] : positionsIn(draft.body).filter(({ value }) => fits(value));
  if (positions.length === 0) return draft;
  const { value, put } = oneOf(positions, chance);
  return { ...draft, body: put(change(value)) };
}

/** Copies a value. If `at` is a number, the copy's texts and numbers differ by it. */
function copyOf(value: Json, at: number | undefined): Json {
  if (at === undefined) return value;
  if (typeof value === 'string') return `${value}${at}`;
  if (typeof value === 'number') return value + at;
  if (Array.isArray(value)) return value.map((each) => copyOf(each, at));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    // Types, operations and similar members must stay as they are.
    Object.entries(value).map(([name, each]) => [
      name,
      /^(?:op|method|schemas|type|data)$/.test(name) ? each : copyOf(each, at),
    ]),
  );
}

export function listOf(element: Json, size: number, isDistinct: boolean): Json[] {
  const length = JSON.stringify(element).length + (isDistinct ? 6 : 1);
  return Array.from({ length: Math.max(1, Math.floor(size / length)) }, (_, at) =>
    copyOf(element, isDistinct ? at : undefined),
  );
}

const MOST_QUERY = 32_768;

export const withQuery = (draft: Draft, more: string): Draft => {
  const query = draft.query === '' ? more : `${draft.query}&${more}`;
  return query.length > MOST_QUERY ? draft : { ...draft, query };
};
export const encoded = (text: string, size: number): string => {
  const whole = encodeURIComponent(text.toWellFormed());
  return whole.length <= size ? whole : whole.slice(0, size).replace(/%[0-9A-F]?$/, '');
};
