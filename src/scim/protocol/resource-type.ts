import { commonAttributes } from './common-attributes.ts';
import {
  type ResolvedAttribute,
  resolveAttribute,
  resourceReference,
} from './resolved-attribute.ts';
import type { ResourceTypeDefinition, Schema } from './schema.ts';

export type Extension = {
  readonly schema: string;
  readonly required: boolean;
  readonly attributes: readonly ResolvedAttribute[];
};

/** A single-valued attribute that refers to resources of one type, such as the manager. */
export type SingleReference = {
  /** The extension that defines it. */
  readonly extension: string | undefined;
  readonly name: string;
  /** The endpoint of the type that it refers to. */
  readonly endpoint: string;
};

/** A resource type compiled with its schemas; the whole package works from this definition. */
export type ResourceType = {
  readonly definition: ResourceTypeDefinition;
  readonly name: string;
  readonly endpoint: string;
  /** The URN of the core schema. */
  readonly schema: string;
  /** The top-level attributes outside extensions, the common attributes first. */
  readonly attributes: readonly ResolvedAttribute[];
  readonly extensions: readonly Extension[];
  readonly singleReferences: readonly SingleReference[];
  /**
   * Returns the attribute that a path names (RFC 7644 §3.10): in any letter case, dotted, with or without its schema's
   * URN. An extension's attribute is also found by its bare name when no other attribute has that name, which is how
   * Entra writes `manager eq "…"`.
   */
  readonly find: (path: string) => ResolvedAttribute | undefined;
  /** Returns the URN of the core schema or an extension, given in any letter case. */
  readonly findSchema: (urn: string) => string | undefined;
};

const withSubAttributes = (attribute: ResolvedAttribute): readonly ResolvedAttribute[] => [
  attribute,
  ...attribute.subAttributes.flatMap(withSubAttributes),
];

/** Core names take precedence over bare extension names; a bare name that two extensions share finds neither. */
function indexPaths(
  schema: string,
  attributes: readonly ResolvedAttribute[],
  extensions: readonly Extension[],
): ReadonlyMap<string, ResolvedAttribute> {
  const index = new Map<string, ResolvedAttribute>();
  const bare = new Map<string, ResolvedAttribute | undefined>();
  for (const attribute of attributes.flatMap(withSubAttributes)) {
    index.set(attribute.key.toLowerCase(), attribute);
    index.set(`${schema}:${attribute.key}`.toLowerCase(), attribute);
  }
  for (const attribute of extensions.flatMap((it) => it.attributes.flatMap(withSubAttributes))) {
    index.set(attribute.key.toLowerCase(), attribute);
    const name = attribute.path.join('.').toLowerCase();
    bare.set(name, bare.has(name) ? undefined : attribute);
  }
  for (const [name, attribute] of bare) {
    if (attribute !== undefined && !index.has(name)) index.set(name, attribute);
  }
  return index;
}

function referencesAmong(
  attributes: readonly ResolvedAttribute[],
  endpoints: ReadonlyMap<string, string>,
): readonly SingleReference[] {
  return attributes.flatMap((attribute) => {
    const types = resourceReference(attribute)?.definition.referenceTypes ?? [];
    const endpoint = endpoints.get(types[0] ?? '');
    if (attribute.multiValued || types.length !== 1 || endpoint === undefined) return [];
    const extension = attribute.extension ? attribute.schema : undefined;
    return [{ extension, name: attribute.name, endpoint }];
  });
}

/**
 * Compiles a resource type. `endpoints` has those of all types by name, because a reference may be to another type.
 * @throws Error when a schema that the definition names is not among `schemas`: a fault of the definition
 */
export function compileResourceType(
  definition: ResourceTypeDefinition,
  schemas: readonly Schema[],
  endpoints: ReadonlyMap<string, string>,
): ResourceType {
  const { name, endpoint, schema } = definition;
  const common = new Set(commonAttributes.map((attribute) => attribute.name.toLowerCase()));
  const attributesOf = (urn: string, extension: boolean): readonly ResolvedAttribute[] => {
    const found = schemas.find((candidate) => candidate.id === urn);
    if (found === undefined) throw new Error(`resource type ${name}: there is no schema ${urn}`);
    return found.attributes
      .filter((attribute) => extension || !common.has(attribute.name.toLowerCase()))
      .map((attribute) => resolveAttribute(attribute, { schema: urn, extension }));
  };
  const attributes = [
    ...commonAttributes.map((it) => resolveAttribute(it, { schema, extension: false })),
    ...attributesOf(schema, false),
  ];
  const extensions = definition.schemaExtensions.map((extension) => ({
    ...extension,
    attributes: attributesOf(extension.schema, true),
  }));
  const paths = indexPaths(schema, attributes, extensions);
  const urns = new Map(
    [schema, ...extensions.map((it) => it.schema)].map((urn) => [urn.toLowerCase(), urn]),
  );
  return {
    definition,
    name,
    endpoint,
    schema,
    attributes,
    extensions,
    singleReferences: referencesAmong(
      [...attributes, ...extensions.flatMap((it) => it.attributes)],
      endpoints,
    ),
    find: (path) => paths.get(path.toLowerCase()),
    findSchema: (urn) => urns.get(urn.toLowerCase()),
  };
}
