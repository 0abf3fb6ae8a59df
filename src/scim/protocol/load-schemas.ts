import { commonAttributes } from './common-attributes.ts';
import { describeJson, isArray, isObject } from './json.ts';
import { Faults, readAttributes, readFlag, refuseUnknown } from './load-attribute.ts';
import { builtIn, createRegistry, type Registry } from './registry.ts';
import type { ResourceType } from './resource-type.ts';
import type { Schema } from './schema.ts';
import { shown } from './shown.ts';

const URN = /^urn:[a-z0-9][a-z0-9-]{0,31}:[\w.~:/?#@!$&'*+,;=%-]+$/i;

/** `schemas` and `meta` are allowed because definitions are copied from other servers' Schema resources. */
const MEMBERS = [
  'id',
  'name',
  'description',
  'resourceType',
  'required',
  'attributes',
  'schemas',
  'meta',
];

type Loaded = { readonly schema: Schema; readonly type: ResourceType; readonly required: boolean };

function readId(raw: unknown, taken: readonly string[], at: string, faults: Faults): string {
  if (typeof raw !== 'string' || !URN.test(raw)) {
    faults.add(
      `${at}.id`,
      'must be a URN, such as urn:example:params:scim:schemas:extension:Badge.',
    );
    return '';
  }
  const id = raw.toLowerCase();
  const conflict = taken.find(
    (it) => it === id || id.startsWith(`${it}:`) || it.startsWith(`${id}:`),
  );
  if (conflict !== undefined) {
    faults.add(`${at}.id`, `${shown(raw)} is taken, or begins like another schema's URN.`);
  }
  return raw;
}

/** Reports redefined standard attributes, which keep their meaning (RFC 7643 §3.3). */
function refuseStandard(type: ResourceType, { attributes }: Schema, at: string, faults: Faults) {
  const standard = new Set(
    [...commonAttributes, ...type.attributes].map(({ name }) => name.toLowerCase()),
  );
  for (const [index, { name }] of attributes.entries()) {
    if (standard.has(name.toLowerCase())) {
      faults.add(
        `${at}.attributes[${index}].name`,
        `${shown(name)} is a standard attribute of ${type.name}; give it another name.`,
      );
    }
  }
}

function readSchema(
  raw: unknown,
  at: string,
  { base, taken, faults }: { base: Registry; taken: string[]; faults: Faults },
): Loaded | undefined {
  if (!isObject(raw)) return faults.add(at, `is ${describeJson(raw)}, but must be an object.`);
  refuseUnknown(raw, MEMBERS, at, faults);
  const id = readId(raw['id'], taken, at, faults);
  taken.push(id.toLowerCase());
  const { description } = raw;
  const name = typeof raw['name'] === 'string' ? raw['name'] : '';
  if (name === '') faults.add(at, 'has no name.');
  const resourceTypes = base.resourceTypes.map((it) => it.name);
  const type = base.resourceTypes.find((it) => it.name === raw['resourceType']);
  const context = { at, faults, resourceTypes };
  const schema = {
    id,
    name,
    description: typeof description === 'string' ? description : name,
    attributes: readAttributes(raw['attributes'], { ...context, at: `${at}.attributes` }),
  };
  const required = readFlag(raw, 'required', false, context);
  if (type === undefined) {
    return faults.add(`${at}.resourceType`, `is not one of ${resourceTypes.join(', ')}.`);
  }
  refuseStandard(type, schema, at, faults);
  return { schema, type, required };
}

function extend(base: Registry, loaded: readonly Loaded[]): Registry {
  const definitions = base.resourceTypes.map((type) => ({
    ...type.definition,
    schemaExtensions: [
      ...type.definition.schemaExtensions,
      ...loaded
        .filter((it) => it.type === type)
        .map(({ schema, required }) => ({ schema: schema.id, required })),
    ],
  }));
  return createRegistry(definitions, [...base.schemas, ...loaded.map(({ schema }) => schema)]);
}

/** The registry with custom schemas, or all their faults. */
export type LoadedSchemas =
  | { readonly kind: 'loaded'; readonly registry: Registry }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] };

/**
 * Adds an operator's extension schemas to a registry. `definitions` is JSON: an array of schemas as in RFC 7643 §7,
 * each with the `resourceType` that it extends and, if every resource must have it, `required: true`. Missing
 * characteristics have the defaults of §2.2. Nothing is loaded if there is any fault.
 */
export function loadSchemas(definitions: unknown, base: Registry = builtIn): LoadedSchemas {
  const faults = new Faults();
  if (!isArray(definitions)) {
    faults.add('schemas', `is ${describeJson(definitions)}, but must be an array of schemas.`);
    return { kind: 'faulty', faults: faults.list() };
  }
  const context = { base, faults, taken: base.schemas.map(({ id }) => id.toLowerCase()) };
  const loaded = definitions.flatMap(
    (raw, index) => readSchema(raw, `schemas[${index}]`, context) ?? [],
  );
  if (faults.list().length > 0) return { kind: 'faulty', faults: faults.list() };
  return { kind: 'loaded', registry: extend(base, loaded) };
}

/** Returns a resource type by its name, as in /ResourceTypes. */
export const findResourceType = (registry: Registry, name: string): ResourceType | undefined =>
  registry.resourceTypes.find((type) => type.name === name);
