import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import type { Because } from '#kernel/errors.ts';
import { isObject } from '#kernel/json.ts';
import { type Fault, faultAt, type Position, property } from './fault.ts';

// typebox reports every fault and checks the whole value again for each: a body of ninety thousand unknown members
// would keep the process busy for long. This module follows the first part that fails, and reports that one alone.

/** A part that fails its schema. */
interface Suspect {
  readonly schema: unknown;
  readonly value: unknown;
  readonly path: Position;
}

/**
 * Returns the first fault of a value that fails the schema.
 * @param value must fail the schema
 */
export function firstFault(schema: TSchema, value: unknown): Fault {
  let suspect: Suspect = { schema, value, path: [] };
  for (;;) {
    const plain = unknownMember(suspect) ?? missingMember(suspect);
    if (plain) return plain;
    const inner = failingPart(suspect);
    if (!inner) return faultOfPart(suspect);
    suspect = inner;
  }
}

function unknownMember({ schema, value, path }: Suspect): Fault | undefined {
  if (!isObject(value) || property(schema, 'additionalProperties') !== false) return undefined;
  const known = property(schema, 'properties');
  const name = Object.keys(value).find((each) => !isObject(known) || !Object.hasOwn(known, each));
  return name === undefined
    ? undefined
    : faultAt([...path, name], 'is not known', { reason: 'unknown-member' });
}

function missingMember({ schema, value, path }: Suspect): Fault | undefined {
  const required = property(schema, 'required');
  if (!isObject(value) || !Array.isArray(required)) return undefined;
  const name = required.map(String).find((each) => !Object.hasOwn(value, each));
  return name === undefined
    ? undefined
    : faultAt([...path, name], 'is needed', { reason: 'missing' });
}

/** Returns the first member or element that fails; of a choice, the only alternative with the type of the value. */
function failingPart(suspect: Suspect): Suspect | undefined {
  if (Array.isArray(property(suspect.schema, 'anyOf'))) return failingChoice(suspect);
  return Array.isArray(suspect.value) ? failingElement(suspect) : failingMember(suspect);
}

function failingChoice({ schema, value, path }: Suspect): Suspect | undefined {
  const choices = Object.values(property(schema, 'anyOf') ?? []);
  const [only, ...others] = choices.filter((each) => typeOf(value) === property(each, 'type'));
  return only !== undefined && others.length === 0 ? { schema: only, value, path } : undefined;
}

function failingElement({ schema, value, path }: Suspect): Suspect | undefined {
  const items = property(schema, 'items');
  const at = Array.isArray(value) ? value.findIndex((each) => fails(items, each)) : -1;
  return at === -1 ? undefined : { schema: items, value: property(value, at), path: [...path, at] };
}

function failingMember({ schema, value, path }: Suspect): Suspect | undefined {
  if (!isObject(value)) return undefined;
  const [pattern] = Object.values(property(schema, 'patternProperties') ?? {});
  const members = property(schema, 'properties');
  const of = (name: string): unknown => property(members, name) ?? pattern;
  const name = Object.keys(value).find((each) => fails(of(each), value[each]));
  return name === undefined
    ? undefined
    : { schema: of(name), value: value[name], path: [...path, name] };
}

const fails = (schema: unknown, value: unknown): boolean =>
  isObject(schema) && !Check(schema, value);

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** The number of members or elements handed to typebox at most; its report takes time for each. */
const MAX_REPORTED = 20;

function faultOfPart({ schema, value, path }: Suspect): Fault {
  const [, found] = isObject(schema) ? Errors(schema, shortened(schema, value)) : [true, []];
  const [first] = found;
  if (!first) return faultAt(path, 'is not valid', { reason: 'wrong-format' });
  const about = found.filter(({ instancePath }) => instancePath === first.instancePath);
  const choices = about.flatMap(({ params }) => {
    const allowed = property(params, 'allowedValue');
    return typeof allowed === 'string' ? [allowed] : [];
  });
  const inner = first.instancePath.split('/').slice(1).map(unescaped);
  const allowed = choices.join(', ');
  return choices.length > 0
    ? faultAt([...path, ...inner], `must be one of ${allowed}`, { reason: 'not-allowed', allowed })
    : faultAt([...path, ...inner], first.message, becauseOf(first));
}

/** The keywords of JSON Schema that limit a number, and their reasons. */
const LIMITED = new Map([
  ['maxLength', 'too-long'],
  ['minLength', 'too-short'],
  ['maximum', 'too-high'],
  ['minimum', 'too-low'],
  ['maxItems', 'too-many-items'],
  ['minItems', 'too-few-items'],
] as const);
type Keyword = typeof LIMITED extends Map<infer K, unknown> ? K : never;
const isLimited = (keyword: string): keyword is Keyword =>
  [...LIMITED.keys()].some((each) => each === keyword);

function becauseOf({
  keyword,
  params,
}: {
  readonly keyword: string;
  readonly params: object;
}): Because {
  const reason = isLimited(keyword) ? LIMITED.get(keyword) : undefined;
  const limit = property(params, 'limit');
  if (reason !== undefined && typeof limit === 'number') return { reason, limit };
  return { reason: keyword === 'type' ? 'wrong-type' : 'wrong-format' };
}

/**
 * Shortens the value of a choice, whose members typebox reports one by one; any other value it reports once, as a
 * whole.
 */
function shortened(schema: unknown, value: unknown): unknown {
  if (property(schema, 'anyOf') === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_REPORTED);
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, MAX_REPORTED)) : value;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
