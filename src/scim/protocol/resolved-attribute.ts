import { isJsonObject, type JsonObject, ownValue } from './json.ts';
import type { Attribute, AttributeType } from './schema.ts';

/** An attribute in its place: what a filter, a projection or a body means when it names one. */
export type ResolvedAttribute = {
  /** Where it stands, in the schema's spelling: `userName`, `emails.value`, `urn:…:enterprise:2.0:User:manager.value`. */
  readonly key: string;
  /** The URN of the schema that defines it; of the core schema for common attributes. */
  readonly schema: string;
  /** It belongs to an extension, so that its JSON stands in an object named by `schema`. */
  readonly extension: boolean;
  /** Names from the top, without the URN. */
  readonly path: readonly string[];
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  /** False for text that is compared folded, true for everything else. */
  readonly caseExact: boolean;
  readonly parent: ResolvedAttribute | undefined;
  readonly definition: Attribute;
  readonly subAttributes: readonly ResolvedAttribute[];
  /** The same by lower-case name. */
  readonly subAttributesByName: ReadonlyMap<string, ResolvedAttribute>;
};

type Place = {
  readonly schema: string;
  readonly extension: boolean;
  readonly parent?: ResolvedAttribute;
};

export function resolveAttribute(definition: Attribute, place: Place): ResolvedAttribute {
  const { schema, extension, parent } = place;
  const { name, type, multiValued } = definition;
  const path = [...(parent?.path ?? []), name];
  const subAttributes: ResolvedAttribute[] = [];
  const subAttributesByName = new Map<string, ResolvedAttribute>();
  const attribute: ResolvedAttribute = {
    key: extension ? `${schema}:${path.join('.')}` : path.join('.'),
    schema,
    extension,
    path,
    name,
    type,
    multiValued,
    caseExact: type === 'string' || type === 'reference' ? definition.caseExact : true,
    parent,
    definition,
    subAttributes,
    subAttributesByName,
  };
  for (const sub of definition.subAttributes ?? []) {
    const child = resolveAttribute(sub, { schema, extension, parent: attribute });
    subAttributes.push(child);
    subAttributesByName.set(sub.name.toLowerCase(), child);
  }
  return attribute;
}

/** The sub-attribute that stands for a complex attribute when it is named alone: `emails`, `manager`, `members`. */
export const valueSubAttribute = (attribute: ResolvedAttribute): ResolvedAttribute | undefined =>
  attribute.subAttributesByName.get('value');

/**
 * The sub-attribute `$ref` of a complex attribute whose `value` is the id of another resource. Such a `$ref` says
 * nothing that `value` does not say, so it is computed and never stored.
 */
export function resourceReference(attribute: ResolvedAttribute): ResolvedAttribute | undefined {
  const ref = attribute.subAttributesByName.get('$ref');
  return ref !== undefined && valueSubAttribute(attribute) !== undefined ? ref : undefined;
}

/**
 * No answer holds it, whatever is asked (RFC 7643 §7 returned, writeOnly), and nothing compares with it: that would
 * tell it, one guess at a time (RFC 7643 §4.1.1, RFC 7644 §7.5.2).
 */
export const isHidden = ({ definition }: ResolvedAttribute): boolean =>
  definition.returned === 'never' || definition.mutability === 'writeOnly';

/** The object that an attribute at the top stands in: the resource, or its extension's part of it. */
export function holderOf(attribute: ResolvedAttribute, resource: JsonObject): JsonObject {
  const holder = attribute.extension ? ownValue(resource, attribute.schema) : resource;
  return isJsonObject(holder) ? holder : {};
}
