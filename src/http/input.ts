import type { Static, TObject, TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { fail } from '#kernel/errors.ts';

// What arrives becomes data here, once, by the schema that documents it and that the web app has its
// types from.

/** A JSON body. @throws AppError `invalid-value` that names the place and what would do. */
export function parseInput<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (Check(schema, value)) return value;
  const { at, detail } = faultOf(schema, value);
  throw fail('invalid-value', detail, at === undefined ? {} : { at });
}

/**
 * The query of a list, as the schema of an object of texts, integers and flags says. Each parameter may
 * come once; an empty one counts as left out. @throws AppError `invalid-parameter`.
 */
export function parseQueryInput<T extends TObject>(schema: T, query: URLSearchParams): Static<T> {
  const input: Record<string, unknown> = Object.create(null);
  for (const [name, text] of query) {
    if (Object.hasOwn(input, name)) {
      throw fail('invalid-parameter', `${name} may come once.`, { at: name });
    }
    if (text !== '') input[name] = read(schema, name, text);
  }
  const plain: unknown = { ...input };
  if (Check(schema, plain)) return plain;
  const { at, detail } = faultOf(schema, plain);
  throw fail('invalid-parameter', detail, at === undefined ? {} : { at });
}

function read({ properties }: TObject, name: string, text: string): unknown {
  const type = Object.hasOwn(properties, name) ? member(properties[name], 'type') : undefined;
  if (type === 'integer' && /^\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

interface Fault {
  readonly at: string | undefined;
  readonly detail: string;
}

type Found = ReturnType<typeof Errors>[number];

function faultOf(schema: TSchema, value: unknown): Fault {
  const found = Errors(schema, value);
  const extra = found.find(({ keyword }) => keyword === 'additionalProperties');
  // An unknown member is reported twice, first in words that say nothing.
  const first = extra ?? found[0];
  if (!first) return { at: undefined, detail: 'The body is not valid.' };
  const place = placeOf(first);
  const at = place === '' ? undefined : place;
  const subject = at ?? 'The body';
  if (first.keyword === 'additionalProperties') return { at, detail: `${subject} is not known.` };
  if (first.keyword === 'required') return { at, detail: `${subject} is needed.` };
  const choices = found.flatMap((one) => (isAbout(first, one) ? allowedBy(one) : []));
  const detail =
    choices.length > 0
      ? `${subject} must be one of ${choices.join(', ')}.`
      : `${subject} ${first.message}.`;
  return { at, detail };
}

const isAbout = (one: Found, other: Found): boolean => one.instancePath === other.instancePath;

function allowedBy({ params }: Found): readonly string[] {
  const allowed = member(params, 'allowedValue');
  return typeof allowed === 'string' ? [allowed] : [];
}

/** As a person would write it: `members[0].value`. */
function placeOf({ keyword, params, instancePath }: Found): string {
  const named =
    keyword === 'required'
      ? firstOf(member(params, 'requiredProperties'))
      : keyword === 'additionalProperties'
        ? firstOf(member(params, 'additionalProperties'))
        : undefined;
  const steps = instancePath
    .split('/')
    .slice(1)
    .concat(named ?? []);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 100))
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
}

const firstOf = (list: unknown): string | undefined => {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'string' ? first : undefined;
};

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
