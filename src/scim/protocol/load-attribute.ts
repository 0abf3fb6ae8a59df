import { describeJson, isArray, isObject } from './json.ts';
import type { Attribute, AttributeType } from './schema.ts';
import { shown } from './shown.ts';

/** Collects all faults of an operator's definitions, each with its path and the expected value. */
export class Faults {
  readonly #list: string[] = [];

  add(at: string, text: string): undefined {
    this.#list.push(`${at}: ${text}`);
    return undefined;
  }

  list(): readonly string[] {
    return this.#list;
  }
}

type Raw = Readonly<Record<string, unknown>>;

type AttributeContext = {
  readonly at: string;
  readonly faults: Faults;
  /** The names of resource types that a reference may point to. */
  readonly resourceTypes: readonly string[];
  readonly parent?: { readonly multiValued: boolean };
};

/** RFC 7643 §2.1. Names that every JavaScript object inherits are refused, so that no code can confuse the two. */
const NAME = /^[A-Za-z][A-Za-z0-9$_-]*$/;
const isInherited = (name: string): boolean => name in Object.prototype;

const TYPES = [
  'string',
  'boolean',
  'decimal',
  'integer',
  'dateTime',
  'binary',
  'reference',
  'complex',
] as const satisfies readonly AttributeType[];
const MUTABILITIES = ['readWrite', 'readOnly', 'immutable', 'writeOnly'] as const;
const RETURNED = ['default', 'always', 'never', 'request'] as const;
const UNIQUENESS = ['none', 'server', 'global'] as const;

const CHARACTERISTICS = [
  'name',
  'type',
  'multiValued',
  'description',
  'required',
  'canonicalValues',
  'caseExact',
  'mutability',
  'returned',
  'uniqueness',
  'referenceTypes',
  'subAttributes',
];

/** The types of the predefined sub-attributes of a multi-valued attribute (RFC 7643 §2.4). */
const PREDEFINED: ReadonlyMap<string, AttributeType> = new Map([
  ['type', 'string'],
  ['display', 'string'],
  ['primary', 'boolean'],
  ['$ref', 'reference'],
]);

export function refuseUnknown(
  raw: Raw,
  known: readonly string[],
  at: string,
  faults: Faults,
): void {
  for (const name of Object.keys(raw)) {
    if (!known.includes(name)) faults.add(at, `${shown(name)} is none of ${known.join(', ')}.`);
  }
}

export function readFlag(
  raw: Raw,
  name: string,
  otherwise: boolean,
  { at, faults }: AttributeContext,
): boolean {
  const value = raw[name];
  if (value === undefined || typeof value === 'boolean') return value ?? otherwise;
  faults.add(`${at}.${name}`, `is ${describeJson(value)}, but must be true or false.`);
  return otherwise;
}

/** Reads one of several values, the first of which is the default (RFC 7643 §2.2). */
function readChoice<T extends string>(
  raw: Raw,
  name: string,
  choices: readonly [T, ...T[]],
  { at, faults }: AttributeContext,
): T {
  const value = raw[name];
  const chosen = choices.find((it) => it === value);
  if (chosen === undefined && value !== undefined) {
    faults.add(`${at}.${name}`, `is not one of ${choices.join(', ')}.`);
  }
  return chosen ?? choices[0];
}

function readTexts(
  raw: Raw,
  name: string,
  { at, faults }: AttributeContext,
): readonly string[] | undefined {
  const value = raw[name];
  if (value === undefined) return undefined;
  const texts = isArray(value) ? value.filter((it) => typeof it === 'string') : [];
  if (isArray(value) && texts.length === value.length && texts.length > 0) return texts;
  return faults.add(`${at}.${name}`, 'must be an array of at least one string.');
}

function readName(raw: Raw, { at, faults, parent }: AttributeContext): string | undefined {
  const { name } = raw;
  if (typeof name !== 'string') return faults.add(at, 'has no name.');
  if (parent !== undefined && name === '$ref') return name;
  if (NAME.test(name) && !isInherited(name)) return name;
  return faults.add(
    `${at}.name`,
    `${shown(name)} is no attribute name: a letter, then letters, digits, "-", "_" or "$", and nothing that JavaScript objects inherit.`,
  );
}

function readType(raw: Raw, context: AttributeContext): AttributeType {
  const type = readChoice(raw, 'type', TYPES, context);
  if (type === 'complex' && context.parent !== undefined) {
    context.faults.add(
      `${context.at}.type`,
      'is complex; a sub-attribute never is (RFC 7643 §2.3.8).',
    );
  }
  return type;
}

/** Reports characteristics that contradict each other. */
function checkTogether(
  attribute: Attribute,
  raw: Raw,
  { at, faults, parent }: AttributeContext,
): void {
  const { name, type, required, mutability, returned } = attribute;
  if (required && mutability === 'readOnly') {
    faults.add(at, 'is required and readOnly: nobody could ever send it.');
  }
  if (mutability === 'writeOnly' && returned !== 'never') {
    faults.add(`${at}.returned`, 'must be never for what is writeOnly.');
  }
  if (attribute.canonicalValues !== undefined && type !== 'string') {
    faults.add(`${at}.canonicalValues`, 'belongs to strings only.');
  }
  if (raw['referenceTypes'] !== undefined && type !== 'reference') {
    faults.add(`${at}.referenceTypes`, 'belongs to references only.');
  }
  if (attribute.uniqueness !== 'none' && type === 'complex') {
    faults.add(`${at}.uniqueness`, 'belongs to a simple attribute: say it of a sub-attribute.');
  }
  const predefined = parent?.multiValued === true ? PREDEFINED.get(name) : undefined;
  if (predefined !== undefined && predefined !== type) {
    faults.add(`${at}.type`, `must be ${predefined} for ${name} (RFC 7643 §2.4).`);
  }
}

function readReferenceTypes(raw: Raw, type: AttributeType, context: AttributeContext) {
  const given = readTexts(raw, 'referenceTypes', context);
  const known = ['external', 'uri', ...context.resourceTypes];
  for (const name of given ?? []) {
    if (!known.includes(name)) {
      context.faults.add(
        `${context.at}.referenceTypes`,
        `${shown(name)} is none of ${known.join(', ')}.`,
      );
    }
  }
  return type === 'reference' ? { referenceTypes: given ?? ['uri'] } : {};
}

function readSubAttributes(
  raw: Raw,
  type: AttributeType,
  multiValued: boolean,
  context: AttributeContext,
) {
  const { at, faults } = context;
  const given = raw['subAttributes'];
  if (type !== 'complex') {
    if (given !== undefined)
      faults.add(`${at}.subAttributes`, 'belongs to complex attributes only.');
    return {};
  }
  const inner = { ...context, at: `${at}.subAttributes`, parent: { multiValued } };
  return { subAttributes: readAttributes(given, inner) };
}

function readAttribute(raw: unknown, context: AttributeContext): Attribute | undefined {
  const { at, faults } = context;
  if (!isObject(raw)) return faults.add(at, `is ${describeJson(raw)}, but must be an object.`);
  refuseUnknown(raw, CHARACTERISTICS, at, faults);
  const name = readName(raw, context);
  const type = readType(raw, context);
  const multiValued = readFlag(raw, 'multiValued', false, context);
  const description = raw['description'];
  const mutability = readChoice(raw, 'mutability', MUTABILITIES, context);
  const canonicalValues = readTexts(raw, 'canonicalValues', context);
  const returned = mutability === 'writeOnly' && raw['returned'] === undefined;
  const attribute: Attribute = {
    name: name ?? '',
    type,
    multiValued,
    description: typeof description === 'string' ? description : `${name}.`,
    required: readFlag(raw, 'required', false, context),
    ...(canonicalValues === undefined ? {} : { canonicalValues }),
    caseExact: readFlag(raw, 'caseExact', type === 'binary' || type === 'reference', context),
    mutability,
    returned: returned ? 'never' : readChoice(raw, 'returned', RETURNED, context),
    uniqueness: readChoice(raw, 'uniqueness', UNIQUENESS, context),
    ...readReferenceTypes(raw, type, context),
    ...readSubAttributes(raw, type, multiValued, context),
  };
  checkTogether(attribute, raw, context);
  return name === undefined ? undefined : attribute;
}

/** Returns the valid attributes of a schema or of a complex attribute; `faults` gets the errors of the others. */
export function readAttributes(raw: unknown, context: AttributeContext): readonly Attribute[] {
  const { at, faults } = context;
  if (!isArray(raw) || raw.length === 0) {
    faults.add(at, 'must be an array of at least one attribute.');
    return [];
  }
  const names = new Set<string>();
  return raw.flatMap((one, index) => {
    const attribute = readAttribute(one, { ...context, at: `${at}[${index}]` });
    if (attribute === undefined) return [];
    const name = attribute.name.toLowerCase();
    if (names.has(name)) faults.add(`${at}[${index}].name`, `${shown(attribute.name)} is taken.`);
    names.add(name);
    return [attribute];
  });
}
