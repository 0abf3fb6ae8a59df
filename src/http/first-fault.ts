import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import type { Because } from '#kernel/errors.ts';
import { isObject } from '#kernel/json.ts';
import { type Fault, faultAt, type Position, property } from './fault.ts';

// typebox reports every fault and checks the whole value again for each: a body of ninety thousand unknown members
// would keep the process busy for long. This module goes down to the first part that fails and reports it alone.

/** A part of the value that fails its schema. */
interface FailingPart {
  readonly schema: unknown;
  readonly value: unknown;
  readonly path: Position;
}

/**
 * Returns the first fault of a value that fails the schema.
 * @param value must fail the schema
 */
export function firstFault(schema: TSchema, value: unknown): Fault {
  let part: FailingPart = { schema, value, path: [] };
  for (;;) {
    const fault = unknownMember(part) ?? missingMember(part);
    if (fault) return fault;
    const inner = failingPart(part);
    if (!inner) return faultOfPart(part);
    part = inner;
  }
}

function unknownMember({ schema, value, path }: FailingPart): Fault | undefined {
  if (!isObject(value) || property(schema, 'additionalProperties') !== false) return undefined;
  const known = property(schema, 'properties');
  const name = Object.keys(value).find((each) => !isObject(known) || !Object.hasOwn(known, each));
  return name === undefined
    ? undefined
    : faultAt([...path, name], 'is not known', { reason: 'unknown-member' });
}

function missingMember({ schema, value, path }: FailingPart): Fault | undefined {
  const required = property(schema, 'required');
  if (!isObject(value) || !Array.isArray(required)) return undefined;
  const name = required.map(String).find((each) => !Object.hasOwn(value, each));
  return name === undefined
    ? undefined
    : faultAt([...path, name], 'is needed', { reason: 'missing' });
}

/**
 * Returns the first member or element that fails. Of the alternatives of an `anyOf`, returns the one with the type of
 * the value, if it is the only one.
 */
function failingPart(part: FailingPart): FailingPart | undefined {
  if (Array.isArray(property(part.schema, 'anyOf'))) return failingChoice(part);
  return Array.isArray(part.value) ? failingElement(part) : failingMember(part);
}

function failingChoice({ schema, value, path }: FailingPart): FailingPart | undefined {
  const choices = Object.values(property(schema, 'anyOf') ?? []);
  const [only, ...others] = choices.filter((each) => typeOf(value) === property(each, 'type'));
  return only !== undefined && others.length === 0 ? { schema: only, value, path } : undefined;
}

function failingElement({ schema, value, path }: FailingPart): FailingPart | undefined {
  const items = property(schema, 'items');
  const at = Array.isArray(value) ? value.findIndex((each) => fails(items, each)) : -1;
  return at === -1 ? undefined : { schema: items, value: property(value, at), path: [...path, at] };
}

function failingMember({ schema, value, path }: FailingPart): FailingPart | undefined {
  if (!isObject(value)) return undefined;
  // The schema of a record has one pattern, and every name fits it.
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

function faultOfPart({ schema, value, path }: FailingPart): Fault {
  const [, found] = isObject(schema) ? Errors(schema, shortened(schema, value)) : [true, []];
  const [first] = found;
  if (!first) return faultAt(path, 'is not valid', { reason: 'wrong-format' });
  const about = found.filter(({ instancePath }) => instancePath === first.instancePath);
  const choices = about.flatMap(({ params }) => {
    const choice = property(params, 'allowedValue');
    return typeof choice === 'string' ? [choice] : [];
  });
  const inner = first.instancePath.split('/').slice(1).map(unescaped);
  const position = [...path, ...inner];
  if (choices.length === 0) return faultAt(position, first.message, becauseOf(first));
  const allowed = choices.join(', ');
  return faultAt(position, `must be one of ${allowed}`, { reason: 'not-allowed', allowed });
}

/** The keywords of JSON Schema that limit a number, or the length of a text or list, each with its reason. */
const LIMITS = [
  ['maxLength', 'too-long'],
  ['minLength', 'too-short'],
  ['maximum', 'too-high'],
  ['minimum', 'too-low'],
  ['maxItems', 'too-many-items'],
  ['minItems', 'too-few-items'],
] as const;

function becauseOf({
  keyword,
  params,
}: {
  readonly keyword: string;
  readonly params: object;
}): Because {
  const reason = LIMITS.find(([limiting]) => limiting === keyword)?.[1];
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
