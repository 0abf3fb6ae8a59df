/** RFC 7643 §2.3. */
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

/** One attribute definition: the characteristics of RFC 7643 §7, then our own, which /Schemas does not publish. */
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
  /** Most characters of a string; 10,000 when not given, 512 where storage indexes the value. */
  readonly maxLength?: number;
  /** Most elements of a multi-valued attribute; 1,000 when not given, Infinity where only the body limit holds. */
  readonly maxValues?: number;
  /** The binary holds exactly one DER certificate (RFC 7643 §4.1.2). */
  readonly format?: 'certificate';
  /**
   * A replace that leaves it out, or says null, keeps what is stored (RFC 7644 §3.5.1 leaves the choice to us); so does a
   * remove of what is not stored apart.
   */
  readonly keptWhenOmitted?: true;
  /** Handed back beside the canonical attributes, because it is stored elsewhere. */
  readonly apart?: 'password' | 'members';
};

/** RFC 7643 §7. `id` is the URN. */
export type Schema = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
};

/** RFC 7643 §6. `endpoint` is relative to the base URL: `/Users`. */
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

/** Case-exact, as RFC 7643 §2.3.6 says of every binary. */
export const binary = (name: string, description: string, more: Overrides = {}): Attribute => ({
  ...DEFAULTS,
  caseExact: true,
  ...more,
  name,
  type: 'binary',
  description,
});

/** Case-exact, as RFC 7643 §2.3.7 says of every reference; `to` names resource types, `external` or `uri`. */
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
