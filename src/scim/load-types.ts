import type { ComparableText, Comparisons } from '#directory/index.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import {
  builtIn,
  loadSchemas,
  parseDateTime,
  type ResolvedAttribute,
  type ResourceType,
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
  const faults = customOf(types).flatMap((attribute) => unsupported(attribute, types));
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'loaded', types };
}

/** What the storage would have to keep, and does not. */
function unsupported(attribute: ResolvedAttribute, { group }: ScimTypes): readonly string[] {
  const { key, multiValued, schema } = attribute;
  const faults: string[] = [];
  if (isUnique(attribute) && key.length > MAX_KEY_LENGTH) {
    faults.push(
      `${key}: a unique attribute and its URN have at most ${MAX_KEY_LENGTH} characters.`,
    );
  }
  const ofGroup = group.extensions.some((extension) => extension.schema === schema);
  if (ofGroup && multiValued) {
    faults.push(`${key}: a group has no multi-valued attributes but members; make it single.`);
  }
  return faults;
}

/** How text compares, by names that are kept in storage. */
export const COMPARABLE: Readonly<Record<ComparisonRule, ComparableText>> = {
  folded: fold,
  exact: (text) => text,
  moment: (text) => parseDateTime(text) ?? text,
};
export type ComparisonRule = 'folded' | 'exact' | 'moment';

function ruleOf({ type, caseExact }: ResolvedAttribute): ComparisonRule {
  if (type === 'dateTime') return 'moment';
  return caseExact ? 'exact' : 'folded';
}

/** How the storage has to keep values so that filters compare them rightly; text is folded unless said otherwise. */
export function comparisonsOf(types: ScimTypes): Comparisons {
  const custom = customOf(types).map((it) => [it.key, ruleOf(it)] as const);
  return new Map(
    custom.flatMap(([key, rule]) => (rule === 'folded' ? [] : [[key, COMPARABLE[rule]]])),
  );
}

/** The operator's attributes that no two resources of an account may share a value of (RFC 7643 §7). */
export const uniqueRulesOf = (types: ScimTypes): ReadonlyMap<string, ComparisonRule> =>
  new Map(
    customOf(types)
      .filter(isUnique)
      .map((it) => [it.key, ruleOf(it)]),
  );

const isUnique = ({ definition }: ResolvedAttribute): boolean => definition.uniqueness !== 'none';

/** The attributes of the operator's schemas, sub-attributes among them. */
export const customOf = (types: ScimTypes): readonly ResolvedAttribute[] =>
  customSchemasOf(types).flatMap(({ attributes }) => attributes.flatMap(withParts));

/** The operator's schemas, each with the type it extends. */
export function customSchemasOf({ user, group }: ScimTypes): readonly CustomSchema[] {
  const known = new Set(builtIn.schemas.map(({ id }) => id));
  return [user, group].flatMap((type) =>
    type.extensions
      .filter(({ schema }) => !known.has(schema))
      .map(({ schema: urn, attributes }) => ({ type, urn, attributes })),
  );
}

interface CustomSchema {
  readonly type: ResourceType;
  readonly urn: string;
  readonly attributes: readonly ResolvedAttribute[];
}
