/** The attribute types of RFC 7643 §2.3. */
export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'binary'
  | 'reference'
  | 'complex';

type Mutability = 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
type Returned = 'always' | 'never' | 'default' | 'request';
type Uniqueness = 'none' | 'server' | 'global';

/** An attribute definition: the characteristics of RFC 7643 §7, then our own, which /Schemas does not publish. */
export type Attribute = {
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly canonicalValues?: readonly string[];
  readonly caseExact: boolean;
  readonly mutability: Mutability;
  readonly returned: Returned;
  readonly uniqueness: Uniqueness;
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
  /** The maximum number of characters of a string; 10,000 by default, 512 where storage indexes the value. */
  readonly maxLength?: number;
  /** The maximum number of elements; 1,000 by default, Infinity where only the size of the body limits them. */
  readonly maxValues?: number;
  /** The binary is exactly one DER certificate (RFC 7643 §4.1.2). */
  readonly format?: 'certificate';
  /**
   * A replace that omits the attribute, or sends `""` or, for a single value, null, does not change it (RFC 7644 §3.5.1
   * leaves this to the server), but a PUT without members empties the group (decision 43). A remove does not change it
   * either, unless it is stored separately.
   */
  readonly keptWhenOmitted?: true;
  /** Returned separately from the canonical attributes, because it is stored elsewhere. */
  readonly apart?: 'password' | 'members';
};

/** A schema (RFC 7643 §7). `id` is the URN. */
export type Schema = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
};

/** A resource type (RFC 7643 §6). `endpoint` is relative to the base URL: `/Users`. */
export type ResourceTypeDefinition = {
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly schema: string;
  readonly schemaExtensions: readonly { readonly schema: string; readonly required: boolean }[];
};

type Overrides = Partial<Omit<Attribute, 'name' | 'type' | 'description'>>;

/** The defaults of RFC 7643 §2.2: a single, optional, case-insensitive, readWrite string returned by default. */
const DEFAULTS = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const satisfies Overrides;

export const string = (name: string, description: string, more: Overrides = {}): Attribute => ({
  ...DEFAULTS,
  ...more,
  name,
  type: 'string',
  description,
});

export const boolean = (name: string, description: string, more: Overrides = {}): Attribute => ({
  ...DEFAULTS,
  ...more,
  name,
  type: 'boolean',
  description,
});

export const integer = (name: string, description: string, more: Overrides = {}): Attribute => ({
  ...DEFAULTS,
  ...more,
  name,
  type: 'integer',
  description,
});

export const dateTime = (name: string, description: string, more: Overrides = {}): Attribute => ({
  ...DEFAULTS,
  ...more,
  name,
  type: 'dateTime',
  description,
});

/** Defines a binary attribute, which is case-exact (RFC 7643 §2.3.6). */
export const binary = (name: string, description: string, more: Overrides = {}): Attribute => ({
  ...DEFAULTS,
  caseExact: true,
  ...more,
  name,
  type: 'binary',
  description,
});

/** Defines a reference, which is case-exact (RFC 7643 §2.3.7); `to` names resource types, `external` or `uri`. */
export const reference = (
  name: string,
  description: string,
  to: readonly string[],
  more: Overrides = {},
): Attribute => ({
  ...DEFAULTS,
  caseExact: true,
  ...more,
  name,
  type: 'reference',
  description,
  referenceTypes: to,
});

export const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  more: Overrides = {},
): Attribute => ({ ...DEFAULTS, ...more, name, type: 'complex', description, subAttributes });
