import { describeJson, isArray, isObject } from './json.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidSyntax, invalidValue } from './scim-error.ts';
import { asObject, unwrapSingle } from './tolerance.ts';

const MAX_IGNORED = 100;
const MAX_NAME = 200;

/** Names that nothing knows, for the provisioning log: bounded, each once, and fit to be stored. */
export class IgnoredNames {
  readonly #names = new Set<string>();

  add(name: string): void {
    if (this.#names.size >= MAX_IGNORED) return;
    this.#names.add(name.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', '\ufffd'));
  }

  list(): readonly string[] {
    return [...this.#names];
  }
}

export type Gathered = ReadonlyMap<ResolvedAttribute, unknown>;

type Gathering = {
  readonly type: ResourceType;
  readonly values: Map<ResolvedAttribute, unknown>;
  readonly ignored: IgnoredNames;
};

const twice = (attribute: ResolvedAttribute) =>
  invalidValue(attribute.key, 'is given more than once; give it once.');

/** `name.givenName` as a key: one sub-attribute of a complex value, joined with whatever else is said about it. */
function putPart(values: Gathering['values'], part: ResolvedAttribute, raw: unknown): void {
  const { parent } = part;
  if (parent === undefined) return;
  const whole = asObject(parent, unwrapSingle(values.get(parent) ?? {}));
  if (!isObject(whole)) throw twice(parent);
  values.set(parent, { ...whole, [part.name]: raw });
}

function putWhole(values: Gathering['values'], attribute: ResolvedAttribute, raw: unknown): void {
  const before = values.get(attribute);
  if (before === undefined || before === null) {
    values.set(attribute, raw);
  } else if (isObject(before) && isObject(raw) && !attribute.multiValued) {
    values.set(attribute, { ...before, ...raw });
  } else if (raw !== null) {
    throw twice(attribute);
  }
}

/** Dotted and full-URN keys are Entra's (flag aadOptscim062020) and GitLab's: identity-providers §3, §6, rule 6. */
function put(
  { type, values, ignored }: Gathering,
  prefix: string,
  name: string,
  raw: unknown,
): void {
  const attribute = type.find(prefix + name);
  const misplaced = attribute?.extension === true && prefix === '' && !name.includes(':');
  if (attribute === undefined || misplaced) {
    ignored.add(prefix + name);
  } else if (attribute.parent === undefined) {
    putWhole(values, attribute, raw);
  } else if (attribute.parent.parent === undefined && !attribute.parent.multiValued) {
    putPart(values, attribute, raw);
  } else {
    ignored.add(prefix + name);
  }
}

function gatherSchema(gathering: Gathering, urn: string, raw: unknown): void {
  const value = unwrapSingle(raw);
  if (value === null || (isArray(value) && value.length === 0)) return;
  if (!isObject(value)) {
    throw invalidValue(
      urn,
      `is ${describeJson(value)}; an object with the schema's attributes belongs here.`,
    );
  }
  for (const [name, inner] of Object.entries(value)) put(gathering, `${urn}:`, name, inner);
}

/** Unknown URNs, Entra's malformed `…:enterprise:2.0User` and ADSCIM's Group included, change nothing (rule 8). */
function checkSchemas({ type, ignored }: Gathering, raw: unknown): void {
  if (raw === null || raw === undefined) return;
  if (!isArray(raw)) {
    throw invalidValue('schemas', `is ${describeJson(raw)}; an array of schema URIs belongs here.`);
  }
  for (const urn of raw) {
    if (typeof urn !== 'string') {
      throw invalidValue('schemas', `holds ${describeJson(urn)}; only schema URIs belong here.`);
    }
    if (type.findSchema(urn) === undefined) ignored.add(urn);
  }
}

/**
 * The body's members under the attributes they mean, values untouched: names in any letter case, extensions as
 * objects by URN, full-URN keys, dotted keys. Own properties only; `__proto__` is one more unknown name.
 * @throws ScimError 400
 */
export function gather(type: ResourceType, body: unknown, ignored: IgnoredNames): Gathered {
  if (!isObject(body)) {
    throw invalidSyntax(
      `The body is ${describeJson(body)}; a JSON object with a ${type.name} belongs there.`,
    );
  }
  const gathering = { type, values: new Map<ResolvedAttribute, unknown>(), ignored };
  for (const [name, raw] of Object.entries(body)) {
    const urn = type.findSchema(name);
    if (urn !== undefined) gatherSchema(gathering, urn, raw);
    else if (name.toLowerCase() === 'schemas') checkSchemas(gathering, raw);
    else put(gathering, '', name, raw);
  }
  return gathering.values;
}
