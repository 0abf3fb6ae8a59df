// Random filters over every attribute of a resource type, half of them with values that occur in the resources.
import fc from 'fast-check';
import type { JsonObject } from '#kernel/json.ts';
import type { ResolvedAttribute, ResourceType } from '#scim/protocol/index.ts';
import { valuesOf } from '#scim/protocol/testing/evaluate-filter.ts';
import { WORDS } from './scim-population.ts';

const EQUALITY = ['eq', 'ne'];
const ORDER = [...EQUALITY, 'gt', 'ge', 'lt', 'le'];
const TEXT = [...ORDER, 'co', 'sw', 'ew'];
const OPERATORS: Readonly<Record<ResolvedAttribute['type'], readonly string[]>> = {
  string: TEXT,
  reference: TEXT,
  binary: [...EQUALITY, 'co', 'sw', 'ew'],
  boolean: EQUALITY,
  integer: ORDER,
  decimal: ORDER,
  dateTime: ORDER,
  complex: [],
};

const anyCase = (text: string) =>
  fc.constantFrom(text, text, text.toLowerCase(), text.toUpperCase());

/** Generates the text, a part of it, a similar text, or another case. */
function variantsOf(text: string): fc.Arbitrary<string> {
  const letters = [...text];
  const cut = fc
    .tuple(fc.nat(letters.length), fc.nat(letters.length))
    .map(([a, b]) => letters.slice(Math.min(a, b), Math.max(a, b)).join(''));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(text) },
    { weight: 2, arbitrary: cut },
    { weight: 1, arbitrary: fc.constantFrom(`${text}a`, text.toUpperCase(), text.toLowerCase()) },
  );
}

function literalFor(attribute: ResolvedAttribute, seen: readonly unknown[]): fc.Arbitrary<string> {
  const texts = seen.filter((value) => typeof value === 'string');
  const numbers = seen.filter((value) => typeof value === 'number');
  switch (attribute.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false', '"True"');
    case 'integer':
    case 'decimal':
      return fc.constantFrom(...numbers, 0, -1, 2.5).map((value) => JSON.stringify(value));
    case 'dateTime':
      return fc
        .tuple(fc.constantFrom(...texts, '2026-11-20T00:00:01Z'), fc.constantFrom(0, -330, 120))
        .map(([text, offset]) => JSON.stringify(withOffset(text, offset)));
    default:
      return fc
        .oneof(
          fc.constantFrom(...WORDS),
          ...(texts.length > 0 ? [fc.constantFrom(...texts).chain(variantsOf)] : []),
        )
        .map((value) => JSON.stringify(value));
  }
}

/** Returns the same instant, written with another offset. */
function withOffset(text: string, minutes: number): string {
  if (minutes === 0) return text;
  const local = new Date(Date.parse(text) + minutes * 60_000).toISOString().replace('Z', '');
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

const simpleOf = (attribute: ResolvedAttribute): readonly ResolvedAttribute[] =>
  attribute.type === 'complex' ? attribute.subAttributes : [attribute];

export interface FilterSource {
  readonly type: ResourceType;
  readonly resources: readonly JsonObject[];
  /** Attributes that the database can't compare. */
  readonly except: readonly string[];
}

/** Generates filters that parse and are not refused. */
export function filtersOver({ type, resources, except }: FilterSource): fc.Arbitrary<string> {
  const top = [
    ...type.attributes,
    ...type.extensions.flatMap(({ attributes }) => attributes),
  ].filter(
    ({ definition: { returned, mutability } }) =>
      returned !== 'never' && mutability !== 'writeOnly',
  );
  const usable = ({ key }: ResolvedAttribute) => !except.includes(key);
  const seenAt = new Map(
    top
      .flatMap(simpleOf)
      .map((attribute) => [
        attribute.key,
        [...new Set(resources.flatMap((resource) => valuesOf(attribute, resource)))].slice(0, 60),
      ]),
  );
  const compare = (attribute: ResolvedAttribute, path: string): fc.Arbitrary<string> =>
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .tuple(
            anyCase(path),
            fc.constantFrom(...OPERATORS[attribute.type]).chain(anyCase),
            literalFor(attribute, seenAt.get(attribute.key) ?? []),
          )
          .map((parts) => parts.join(' ')),
      },
      { weight: 1, arbitrary: anyCase(path).map((name) => `${name} pr`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('eq', 'ne').map((operator) => `${path} ${operator} null`),
      },
    );
  const pathOf = ({ key, extension }: ResolvedAttribute) =>
    extension ? fc.constant(key) : fc.constantFrom(key, key, `${type.schema}:${key}`);
  const leaf = fc
    .constantFrom(...top.flatMap(simpleOf).filter(usable))
    .chain((attribute) => pathOf(attribute).chain((path) => compare(attribute, path)));
  const whole = fc
    .constantFrom(...top.filter(({ type: kind }) => kind === 'complex'))
    .chain((attribute) => pathOf(attribute).map((path) => `${path} pr`));
  const inner = (attribute: ResolvedAttribute) =>
    logical(
      fc
        .constantFrom(...simpleOf(attribute).filter(usable))
        .chain((part) => compare(part, part === attribute ? 'value' : part.name)),
      2,
    );
  const element = fc
    .constantFrom(...top.filter(({ multiValued }) => multiValued))
    .chain((attribute) =>
      fc.tuple(pathOf(attribute), inner(attribute)).map(([path, text]) => `${path}[${text}]`),
    );
  return logical(
    fc.oneof(
      { weight: 6, arbitrary: leaf },
      { weight: 1, arbitrary: whole },
      { weight: 3, arbitrary: element },
    ),
    3,
  );
}

/** Combines terms with `and`, `or`, `not` and brackets, also unnecessary ones. */
function logical(term: fc.Arbitrary<string>, depth: number): fc.Arbitrary<string> {
  if (depth === 0) return term;
  const inner = logical(term, depth - 1);
  return fc.oneof(
    { weight: 4, arbitrary: term },
    { weight: 2, arbitrary: fc.tuple(inner, inner).map(([a, b]) => `${a} and ${b}`) },
    { weight: 2, arbitrary: fc.tuple(inner, inner).map(([a, b]) => `${a} or ${b}`) },
    { weight: 1, arbitrary: inner.map((text) => `(${text})`) },
    { weight: 2, arbitrary: inner.map((text) => `not (${text})`) },
  );
}
