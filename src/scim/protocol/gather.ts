import type { Handling } from './handling.ts';
import { describeJson, isArray, isObject } from './json.ts';
import { foreignSchemas } from './known-schemas.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidSyntax, invalidValue } from './scim-error.ts';
import { asObject, unwrapSingle } from './tolerance.ts';

export type Gathered = ReadonlyMap<ResolvedAttribute, unknown>;

type Gathering = {
  readonly type: ResourceType;
  /** Top-level attributes. */
  readonly wholes: Map<ResolvedAttribute, unknown>;
  /** Sub-attributes named by a dotted key. */
  readonly parts: Map<ResolvedAttribute, unknown>;
  readonly handling: Handling;
};

const twice = (attribute: ResolvedAttribute) =>
  invalidValue(attribute.key, 'is given more than once; give it once.');

/** Stores an attribute once, in any spelling; merging repetitions would cost the square of the size of the body. */
function putOnce(
  values: Map<ResolvedAttribute, unknown>,
  key: ResolvedAttribute,
  raw: unknown,
): void {
  if (values.has(key)) throw twice(key);
  values.set(key, raw);
}

/** Merges a key such as `name.givenName` into the value of `name`. */
function join({ wholes, parts }: Gathering): Gathered {
  const joined = new Map<ResolvedAttribute, Record<string, unknown>>();
  for (const [part, raw] of parts) {
    const { parent } = part;
    if (parent === undefined) continue;
    const whole = joined.get(parent) ?? asObject(parent, unwrapSingle(wholes.get(parent) ?? {}));
    if (!isObject(whole) || Object.hasOwn(whole, part.name)) throw twice(part);
    joined.set(parent, { ...whole, [part.name]: raw });
  }
  return joined.size === 0 ? wholes : new Map([...wholes, ...joined]);
}

/** Stores a value by its key. Entra (flag aadOptscim062020) and GitLab send dotted and full-URN keys. */
function put(
  { type, wholes, parts, handling }: Gathering,
  prefix: string,
  name: string,
  raw: unknown,
): void {
  const attribute = type.find(prefix + name);
  const misplaced = attribute?.extension === true && prefix === '' && !name.includes(':');
  if (attribute === undefined || misplaced) {
    handling.ignore(prefix + name);
    return;
  }
  const { parent } = attribute;
  // Clients send back read-only attributes that they have read (id, meta, groups); these are ignored.
  if ((parent ?? attribute).definition.mutability === 'readOnly') return;
  if (parent === undefined) putOnce(wholes, attribute, raw);
  else if (parent.parent === undefined && !parent.multiValued) putOnce(parts, attribute, raw);
  else handling.ignore(prefix + name);
}

function gatherSchema(gathering: Gathering, urn: string, raw: unknown): void {
  const value = unwrapSingle(raw);
  if (value === null || (isArray(value) && value.length === 0)) return;
  if (!isObject(value)) {
    throw invalidValue(
      urn,
      `is ${describeJson(value)}, but must be an object with the attributes of the schema.`,
    );
  }
  for (const [name, inner] of Object.entries(value)) put(gathering, `${urn}:`, name, inner);
}

/**
 * Returns the body's values by attribute, unchanged: names in any letter case, extensions as objects by URN, full-URN
 * keys and dotted keys. Reads own properties only; `__proto__` is an unknown name like others.
 * @throws ScimError 400
 */
export function gather(type: ResourceType, body: unknown, handling: Handling): Gathered {
  if (!isObject(body)) {
    throw invalidSyntax(
      `The body is ${describeJson(body)}, but must be a JSON object with a ${type.name}.`,
    );
  }
  const gathering: Gathering = { type, wholes: new Map(), parts: new Map(), handling };
  for (const [name, raw] of Object.entries(body)) {
    const urn = type.findSchema(name);
    if (urn !== undefined) gatherSchema(gathering, urn, raw);
    else if (name.toLowerCase() === 'schemas') {
      const foreign = foreignSchemas(raw, type.schema, (it) => type.findSchema(it) !== undefined);
      for (const each of foreign) handling.ignoreSchema(each);
    } else put(gathering, '', name, raw);
  }
  return join(gathering);
}
