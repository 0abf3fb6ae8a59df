// Reads the attributes of published schemas, for tests that go through all of them.
import type { Instance } from './instance.ts';

/** One attribute or sub-attribute of a resource, as /Schemas publishes it. */
export interface PublishedAttribute {
  readonly schema: string;
  /** The attribute that contains it. */
  readonly parent: PublishedAttribute | undefined;
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly required: boolean;
  readonly mutability: string;
  readonly subAttributes: readonly PublishedAttribute[];
}

/** Returns every attribute of a schema, each before its sub-attributes. */
export async function readAttributes(
  instance: Instance,
  schema: string,
): Promise<readonly PublishedAttribute[]> {
  const answer = await instance.request('GET', `/scim/v2/Schemas/${schema}`);
  const top = toAttributes(answer.at('attributes'), schema, undefined);
  return top.flatMap((attribute) => [attribute, ...attribute.subAttributes]);
}

/** No schema lists it (RFC 7643 §3.1). */
export const externalId = (schema: string): PublishedAttribute => ({
  schema,
  parent: undefined,
  name: 'externalId',
  type: 'string',
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  subAttributes: [],
});

/** Returns `{attribute: value}` inside its parents, with the other attributes that are required there. */
export function bodyWith(
  attribute: PublishedAttribute,
  value: unknown,
  { core, beside }: { readonly core: string; readonly beside: string },
): object {
  const { schema, parent, name } = attribute;
  const required = (parent?.subAttributes ?? []).filter((each) => each.required);
  const inner = {
    ...Object.fromEntries(required.map((each) => [each.name, beside])),
    [name]: value,
  };
  const own = parent ? { [parent.name]: parent.multiValued ? [inner] : inner } : inner;
  return schema === core ? own : { [schema]: own };
}

const MATCHES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  reference: (value) => typeof value === 'string',
  binary: (value) => typeof value === 'string',
  dateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  decimal: (value) => typeof value === 'number',
};

/** Returns the paths in an answer whose values do not have the type in the schema. */
export function wrongTypes(
  attributes: readonly PublishedAttribute[],
  object: unknown,
): readonly string[] {
  return attributes.flatMap((attribute) => {
    const value = Object(object)[attribute.name];
    if (value === undefined) return [];
    if (Array.isArray(value) !== attribute.multiValued) return [attribute.name];
    return [value].flat().flatMap((element) => wrongIn(attribute, element));
  });
}

function wrongIn(attribute: PublishedAttribute, value: unknown): readonly string[] {
  const { name, type, subAttributes } = attribute;
  if (type !== 'complex') return MATCHES[type]?.(value) ? [] : [name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name];
  return wrongTypes(subAttributes, value).map((part) => `${name}.${part}`);
}

function toAttributes(
  published: unknown,
  schema: string,
  parent: PublishedAttribute | undefined,
): readonly PublishedAttribute[] {
  if (!Array.isArray(published)) return [];
  return published.map((each) => {
    const { name, type, multiValued, required, mutability } = each;
    const subAttributes: PublishedAttribute[] = [];
    const made = { schema, parent, name, type, multiValued, required, mutability, subAttributes };
    subAttributes.push(...toAttributes(each.subAttributes, schema, made));
    return made;
  });
}
