import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { isObject } from '#kernel/json.ts';

// What is wrong with something that fails its schema. typebox would look at all of it again and again for every fault
// that there is; of ninety thousand members that nobody knows, this tells of the first and looks at no other.

export interface Fault {
  /** As a person would write it: `members[0].value`; undefined for the whole. */
  readonly at: string | undefined;
  readonly detail: string;
}

/** A part that fails its schema. */
interface Suspect {
  readonly schema: unknown;
  readonly value: unknown;
  /** Names and numbers that lead to it. */
  readonly path: readonly (string | number)[];
}

/**
 * A list with more elements than its schema takes, found before any of them is looked at: to check eight thousand short
 * texts takes ten milliseconds.
 */
export function longList(schema: unknown, value: unknown): Fault | undefined {
  return longListIn({ schema, value, path: [] });
}

function longListIn({ schema, value, path }: Suspect): Fault | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const choice of Object.values(own(schema, 'anyOf') ?? [])) {
    const found = longListIn({ schema: choice, value, path });
    if (found) return found;
  }
  return Array.isArray(value)
    ? longListOf({ schema, value, path })
    : longListOfMembers({ schema, value, path });
}

function longListOf({ schema, value, path }: Suspect & { readonly value: readonly unknown[] }) {
  const most = Number(own(schema, 'maxItems') ?? Number.POSITIVE_INFINITY);
  if (value.length > most) return faultAt(path, `must not have more than ${most} items`);
  const items = own(schema, 'items');
  for (const [at, each] of value.entries()) {
    const found = longListIn({ schema: items, value: each, path: [...path, at] });
    if (found) return found;
  }
  return undefined;
}

function longListOfMembers({ schema, value, path }: Suspect): Fault | undefined {
  for (const [name, member] of Object.entries(own(schema, 'properties') ?? {})) {
    const found = longListIn({ schema: member, value: own(value, name), path: [...path, name] });
    if (found) return found;
  }
  return undefined;
}

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
  if (!isObject(value) || own(schema, 'additionalProperties') !== false) return undefined;
  const known = own(schema, 'properties');
  const name = Object.keys(value).find((each) => !isObject(known) || !Object.hasOwn(known, each));
  return name === undefined ? undefined : faultAt([...path, name], 'is not known');
}

function missingMember({ schema, value, path }: Suspect): Fault | undefined {
  const required = own(schema, 'required');
  if (!isObject(value) || !Array.isArray(required)) return undefined;
  const name = required.map(String).find((each) => !Object.hasOwn(value, each));
  return name === undefined ? undefined : faultAt([...path, name], 'is needed');
}

/** The first member or element that fails, or the value itself as the one kind of a choice that it could be. */
function failingPart(suspect: Suspect): Suspect | undefined {
  if (Array.isArray(own(suspect.schema, 'anyOf'))) return failingChoice(suspect);
  return Array.isArray(suspect.value) ? failingElement(suspect) : failingMember(suspect);
}

function failingChoice({ schema, value, path }: Suspect): Suspect | undefined {
  const choices = Object.values(own(schema, 'anyOf') ?? []);
  const [only, ...others] = choices.filter((each) => typeOf(value) === own(each, 'type'));
  return only !== undefined && others.length === 0 ? { schema: only, value, path } : undefined;
}

function failingElement({ schema, value, path }: Suspect): Suspect | undefined {
  const items = own(schema, 'items');
  const at = Array.isArray(value) ? value.findIndex((each) => fails(items, each)) : -1;
  return at === -1 ? undefined : { schema: items, value: own(value, at), path: [...path, at] };
}

function failingMember({ schema, value, path }: Suspect): Suspect | undefined {
  if (!isObject(value)) return undefined;
  const [pattern] = Object.values(own(schema, 'patternProperties') ?? {});
  const members = own(schema, 'properties');
  const of = (name: string): unknown => own(members, name) ?? pattern;
  const name = Object.keys(value).find((each) => fails(of(each), value[each]));
  return name === undefined
    ? undefined
    : { schema: of(name), value: value[name], path: [...path, name] };
}

const fails = (schema: unknown, value: unknown): boolean =>
  isObject(schema) && !Check(schema, value);

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** The most members or elements of a part that is told of in the words of the library. */
const SHOWN = 20;

function faultOfPart({ schema, value, path }: Suspect): Fault {
  const [, found] = isObject(schema) ? Errors(schema, shortened(schema, value)) : [true, []];
  const [first] = found;
  if (!first) return faultAt(path, 'is not valid');
  const about = found.filter(({ instancePath }) => instancePath === first.instancePath);
  const choices = about.flatMap(({ params }) => {
    const allowed = own(params, 'allowedValue');
    return typeof allowed === 'string' ? [allowed] : [];
  });
  const inner = first.instancePath.split('/').slice(1).map(unescaped);
  const what = choices.length > 0 ? `must be one of ${choices.join(', ')}` : first.message;
  return faultAt([...path, ...inner], what);
}

/** Of a choice between several kinds of objects; elsewhere what is wrong is the value as a whole. */
function shortened(schema: unknown, value: unknown): unknown {
  if (own(schema, 'anyOf') === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, SHOWN);
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, SHOWN)) : value;
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

function faultAt(path: readonly (string | number)[], what: string): Fault {
  const place = path
    .map((step) => String(step).slice(0, 100))
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
  const at = place === '' ? undefined : place;
  return { at, detail: `${at ?? 'The body'} ${what}.` };
}

function own(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
