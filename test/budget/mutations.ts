// Mutations that make a request more expensive: each makes an existing request larger, deeper or more repetitive.
import {
  encoded,
  FILLERS,
  inBody,
  isObject,
  listOf,
  type Mutation,
  oneOf,
  repeat,
  withQuery,
} from './drafts.ts';
import { OWN_MUTATIONS } from './own-mutations.ts';
import type { Json } from './requests.ts';

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

export const MUTATIONS: readonly Mutation[] = [
  ...OWN_MUTATIONS,
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
