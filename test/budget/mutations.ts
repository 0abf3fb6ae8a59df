// Ways to make a request dearer: each takes one that there is and makes it larger, deeper or more repetitive.
import type { Draft, Json, Route } from './requests.ts';

/** From 0 up to 1; the same for the same seed. */
export type Chance = () => number;

export interface Mutation {
  readonly name: string;
  /** @param size characters that it may add, about */
  apply(draft: Draft, size: number, chance: Chance, route: Route): Draft;
}

/** Mulberry32. */
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

/** What parsers, patterns and foldings of text may stumble over. */
const FILLERS = [
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

const repeat = (filler: string, size: number): string =>
  filler.repeat(Math.max(1, Math.floor(size / filler.length)));

/** A place in a body, and how to put something else there. */
interface Place {
  readonly value: Json;
  put(value: Json): Json;
}

const MOST_PLACES = 400;

function placesIn(root: Json): readonly Place[] {
  const places: Place[] = [];
  const visit = (value: Json, put: (value: Json) => Json): void => {
    places.push({ value, put });
    if (typeof value !== 'object' || value === null || places.length > MOST_PLACES) return;
    const inner = Array.isArray(value)
      ? value.slice(0, 5).entries()
      : Object.entries(value).slice(0, 40);
    for (const [key, each] of inner) visit(each, (next) => put(withMember(value, key, next)));
  };
  visit(root, (value) => value);
  return places;
}

function withMember(value: Json, key: string | number, next: Json): Json {
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? next : each));
  return { ...(typeof value === 'object' ? value : {}), [key]: next };
}

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes one place of the body that fits; the draft as it is when none does. */
function inBody(
  draft: Draft,
  chance: Chance,
  fits: (value: Json) => boolean,
  change: (value: Json) => Json,
): Draft {
  const places =
    draft.body === undefined ? [] : placesIn(draft.body).filter(({ value }) => fits(value));
  if (places.length === 0) return draft;
  const { value, put } = oneOf(places, chance);
  return { ...draft, body: put(change(value)) };
}

/** Another of the same kind, told apart by its texts where `at` is a number. */
function copyOf(value: Json, at: number | undefined): Json {
  if (at === undefined) return value;
  if (typeof value === 'string') return `${value}${at}`;
  if (typeof value === 'number') return value + at;
  if (Array.isArray(value)) return value.map((each) => copyOf(each, at));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    // Types, operations and the like have to stay what they are.
    Object.entries(value).map(([name, each]) => [
      name,
      /^(?:op|method|schemas|type|data)$/.test(name) ? each : copyOf(each, at),
    ]),
  );
}

function listOf(element: Json, size: number, isDistinct: boolean): Json[] {
  const length = JSON.stringify(element).length + (isDistinct ? 6 : 1);
  return Array.from({ length: Math.max(1, Math.floor(size / length)) }, (_, at) =>
    copyOf(element, isDistinct ? at : undefined),
  );
}

const HEADERS = [
  'if-match',
  'if-none-match',
  'accept',
  'accept-language',
  'accept-encoding',
  'prefer',
  'cookie',
  'authorization',
  'content-type',
  'x-forwarded-for',
  'user-agent',
  'range',
  'referer',
  'origin',
];
const MOST_HEADER = 60_000;
const MOST_QUERY = 32_768;

const withQuery = (draft: Draft, more: string): Draft => {
  const query = draft.query === '' ? more : `${draft.query}&${more}`;
  return query.length > MOST_QUERY ? draft : { ...draft, query };
};
const encoded = (text: string, size: number): string => {
  const whole = encodeURIComponent(text.toWellFormed());
  return whole.length <= size ? whole : whole.slice(0, size).replace(/%[0-9A-F]?$/, '');
};

const SCIM_FILTERS = [
  'userName eq "x"',
  'emails[type eq "work" and value co "x"]',
  'not (title pr)',
  'members.value eq "x"',
  'meta.lastModified gt "2026-01-01T00:00:00Z"',
];
const PATCH_PATHS = [
  'emails[value eq "$"].display',
  'phoneNumbers[value co "$"].type',
  'roles[type eq "$"]',
  'entitlements',
  'nickName',
  'members[value eq "$"]',
  'members',
  'addresses[locality eq "$"].region',
  'name.givenName',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
];

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'unknown members',
    apply: (draft, size, chance) => {
      const value = oneOf<Json>([1, '', null, {}, [], { a: 1 }], chance);
      const count = Math.floor(size / (8 + JSON.stringify(value).length));
      const more = Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, value]));
      return inBody(draft, chance, isObject, (object) => ({ ...Object(object), ...more }));
    },
  },
  {
    name: 'a long text',
    apply: (draft, size, chance) => {
      const text = repeat(oneOf(FILLERS, chance), size);
      return inBody(
        draft,
        chance,
        (value) => typeof value === 'string',
        () => text,
      );
    },
  },
  {
    name: 'a long text behind what was there',
    apply: (draft, size, chance) => {
      const text = repeat(oneOf(FILLERS, chance), size);
      return inBody(
        draft,
        chance,
        (value) => typeof value === 'string',
        (value) => String(value) + text,
      );
    },
  },
  {
    name: 'a list of copies',
    apply: (draft, size, chance) => {
      const isDistinct = chance() < 0.7;
      return inBody(
        draft,
        chance,
        (value) => Array.isArray(value) && value.length > 0,
        (value) => listOf(Array.isArray(value) ? (value.at(-1) ?? 1) : value, size, isDistinct),
      );
    },
  },
  {
    name: 'a list in place of a value',
    apply: (draft, size, chance) => {
      const odd = oneOf<Json>(
        [[], {}, '', 0, 1.5, true, null, { value: 'x' }, { a: { b: [] } }],
        chance,
      );
      const keeps = chance() < 0.4;
      return inBody(
        draft,
        chance,
        () => true,
        (value) => listOf(keeps ? value : odd, size, chance() < 0.5),
      );
    },
  },
  {
    name: 'a deep value',
    apply: (draft, size, chance) => {
      const depth = Math.min(31, Math.max(2, Math.floor(size / 8)));
      const isList = chance() < 0.5;
      return inBody(
        draft,
        chance,
        () => true,
        (value) => {
          let deep = value;
          for (let at = 0; at < depth; at += 1) deep = isList ? [deep] : { a: deep };
          return deep;
        },
      );
    },
  },
  {
    name: 'names in other spellings',
    apply: (draft, size, chance) =>
      inBody(draft, chance, isObject, (object) => {
        const [[name, value] = ['a', 1]] = Object.entries(Object(object));
        const count = Math.min(
          2 ** Math.min(name.length, 12),
          Math.floor(size / (name.length + 8)),
        );
        const spellings = Array.from({ length: count }, (_, at) =>
          [...name].map((letter, i) => ((at >> i) & 1 ? letter.toUpperCase() : letter)).join(''),
        );
        return { ...Object(object), ...Object.fromEntries(spellings.map((each) => [each, value])) };
      }),
  },
  {
    name: 'operations',
    apply: (draft, size, chance) => {
      const path = oneOf(PATCH_PATHS, chance);
      const op = oneOf(['add', 'replace', 'remove'], chance);
      const one = (at: number): Json => ({
        op,
        path: path.replace('$', String(at)),
        ...(op !== 'remove' && {
          value: path.includes('.') || path === 'nickName' ? `${at}` : [{ value: `${at}` }],
        }),
      });
      const count = Math.max(1, Math.floor(size / JSON.stringify(one(1)).length));
      return inBody(
        draft,
        chance,
        (value) => isObject(value) && Object.hasOwn(value, 'Operations'),
        (value) => ({
          ...Object(value),
          Operations: Array.from({ length: count }, (_, at) => one(at % 1000)),
        }),
      );
    },
  },
  {
    name: 'questions with conditions',
    apply: (draft, size, chance) => {
      const filler = oneOf(FILLERS, chance);
      const length = Math.min(size, oneOf([40, 400, 3900], chance));
      const count = Math.max(1, Math.min(290, Math.floor(size / (length + 60))));
      const property = oneOf(
        ['visibleIf', 'requiredIf', 'title', 'defaultValueExpression', 'inputMask', 'description'],
        chance,
      );
      const elements = Array.from({ length: count }, (_, at) => ({
        type: 'text',
        name: `q${at}`,
        [property]: repeat(filler, length),
      }));
      return inBody(
        draft,
        chance,
        (value) => isObject(value) && Object.hasOwn(value, 'definition'),
        (value) => ({
          ...Object(value),
          definition: { pages: [{ elements }] },
        }),
      );
    },
  },
  {
    name: 'many parameters',
    apply: (draft, size, chance, { parameters }) => {
      const name = oneOf([...parameters, 'x'], chance);
      const pairs = chance() < 0.5 ? `${name}=a&` : '&';
      return withQuery(draft, repeat(pairs, Math.min(size, 30_000)));
    },
  },
  {
    name: 'a long parameter',
    apply: (draft, size, chance, { parameters }) => {
      const name = oneOf([...parameters, ...parameters, 'x'], chance);
      return withQuery(
        draft,
        `${name}=${encoded(repeat(oneOf(FILLERS, chance), size), Math.min(size, 30_000))}`,
      );
    },
  },
  {
    name: 'a filter',
    apply: (draft, size, chance) => {
      const one = oneOf(SCIM_FILTERS, chance);
      const joint = oneOf([' and ', ' or '], chance);
      const count = Math.max(
        1,
        Math.floor(Math.min(size, 20_000) / (1.6 * (one.length + joint.length))),
      );
      return withQuery(
        draft,
        `filter=${encoded(Array.from({ length: count }, () => one).join(joint), 30_000)}`,
      );
    },
  },
  {
    name: 'a long header',
    apply: (draft, size, chance) => {
      const name = oneOf(HEADERS, chance);
      const filler = oneOf(
        FILLERS.filter((each) => /^[\x21-\x7e][\x20-\x7e]*$/.test(each)),
        chance,
      );
      const text = repeat(filler, Math.min(size, MOST_HEADER)).trim();
      return {
        ...draft,
        headers: { ...draft.headers, [name]: name === 'authorization' ? `Bearer ${text}` : text },
      };
    },
  },
];
