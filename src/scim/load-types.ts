import type { Comparisons } from '#directory/index.ts';
import {
  builtIn,
  loadSchemas,
  parseDateTime,
  type ResolvedAttribute,
} from '#scim/protocol/index.ts';
import { builtInTypes, type ScimTypes, typesOf, withParts } from './scim-types.ts';

/** The types with an operator's schemas, or everything that is wrong with these. */
export type LoadedTypes =
  | { readonly kind: 'loaded'; readonly types: ScimTypes }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] };

/** `definitions` is JSON as docs/settings.md tells it; undefined: only the built-in schemas. */
export function loadTypes(definitions: unknown): LoadedTypes {
  if (definitions === undefined) return { kind: 'loaded', types: builtInTypes };
  const loaded = loadSchemas(definitions);
  if (loaded.kind === 'faulty') return loaded;
  const types = typesOf(loaded.registry);
  const faults = [...customOf(types)].flatMap((attribute) => unsupported(attribute, types));
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'loaded', types };
}

/** What the storage would have to keep, and does not. */
function unsupported(attribute: ResolvedAttribute, { group }: ScimTypes): readonly string[] {
  const { key, definition, multiValued, schema } = attribute;
  const faults: string[] = [];
  if (definition.uniqueness !== 'none') {
    faults.push(`${key}: its uniqueness can't be enforced; leave it out, or say none.`);
  }
  const ofGroup = group.extensions.some((extension) => extension.schema === schema);
  if (ofGroup && multiValued) {
    faults.push(`${key}: a group has no multi-valued attributes but members; make it single.`);
  }
  return faults;
}

/** How the storage has to keep values so that filters compare them rightly; text is folded unless said otherwise. */
export function comparisonsOf(types: ScimTypes): Comparisons {
  const comparisons = new Map<string, (text: string) => string>();
  for (const { key, type, caseExact } of customOf(types)) {
    if (type === 'dateTime') comparisons.set(key, (text) => parseDateTime(text) ?? text);
    else if (caseExact) comparisons.set(key, (text) => text);
  }
  return comparisons;
}

/** The attributes of the operator's schemas, sub-attributes among them. */
function* customOf({ user, group }: ScimTypes): Generator<ResolvedAttribute> {
  const known = new Set(builtIn.schemas.map(({ id }) => id));
  for (const { schema, attributes } of [...user.extensions, ...group.extensions]) {
    if (!known.has(schema)) yield* attributes.flatMap(withParts);
  }
}
