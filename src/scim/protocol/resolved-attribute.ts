import { isJsonObject, type JsonObject, ownValue } from './json.ts';
import type { Attribute, AttributeType } from './schema.ts';

/** An attribute with its position in a resource type, as filters, projections and bodies refer to it. */
export type ResolvedAttribute = {
  /** Its full path in the schema's spelling: `userName`, `emails.value`, `urn:…:enterprise:2.0:User:manager.value`. */
  readonly key: string;
  /** The URN of the schema that defines it; the core schema for common attributes. */
  readonly schema: string;
  /** True for an attribute of an extension, whose JSON is in an object named by `schema`. */
  readonly extension: boolean;
  /** The names from the top level, without the URN. */
  readonly path: readonly string[];
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  /** False for text that is compared folded, true for everything else. */
  readonly caseExact: boolean;
  readonly parent: ResolvedAttribute | undefined;
  readonly definition: Attribute;
  readonly subAttributes: readonly ResolvedAttribute[];
  /** The sub-attributes by lower-case name. */
  readonly subAttributesByName: ReadonlyMap<string, ResolvedAttribute>;
};

type AttributeOwner = {
  readonly schema: string;
  readonly extension: boolean;
  readonly parent?: ResolvedAttribute;
};

export function resolveAttribute(definition: Attribute, owner: AttributeOwner): ResolvedAttribute {
  const { schema, extension, parent } = owner;
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

/** Returns the sub-attribute that a complex attribute means when it is named alone: `emails`, `manager`, `members`. */
export const valueSubAttribute = (attribute: ResolvedAttribute): ResolvedAttribute | undefined =>
  attribute.subAttributesByName.get('value');

/**
 * Returns the sub-attribute `$ref` of a complex attribute whose `value` is the id of another resource. Such a `$ref`
 * repeats `value`, so it is computed and never stored.
 */
export function resourceReference(attribute: ResolvedAttribute): ResolvedAttribute | undefined {
  const ref = attribute.subAttributesByName.get('$ref');
  return ref !== undefined && valueSubAttribute(attribute) !== undefined ? ref : undefined;
}

/**
 * Returns whether an attribute never appears in a response (RFC 7643 §7 returned, writeOnly). No filter may compare
 * with it: that would reveal it, one guess at a time (RFC 7643 §4.1.1, RFC 7644 §7.5.2).
 */
export const isHidden = ({ definition }: ResolvedAttribute): boolean =>
  definition.returned === 'never' || definition.mutability === 'writeOnly';

/** Returns the object that holds a top-level attribute: the resource, or its extension's object. */
export function holderOf(attribute: ResolvedAttribute, resource: JsonObject): JsonObject {
  const holder = attribute.extension ? ownValue(resource, attribute.schema) : resource;
  return isJsonObject(holder) ? holder : {};
}
