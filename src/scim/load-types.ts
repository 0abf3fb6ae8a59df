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

/** The types with an operator's schemas, or all faults of these schemas. */
export type LoadedTypes =
  | { readonly kind: 'loaded'; readonly types: ScimTypes }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] };

/** `definitions` is JSON as described in docs/settings.md; undefined means only the built-in schemas. */
export function loadTypes(definitions: unknown): LoadedTypes {
  if (definitions === undefined) return { kind: 'loaded', types: builtInTypes };
  const loaded = loadSchemas(definitions);
  if (loaded.kind === 'faulty') return loaded;
  const types = typesOf(loaded.registry);
  const faults = customOf(types).flatMap((attribute) => unsupported(attribute, types));
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'loaded', types };
}

/** Returns why the storage cannot keep the values of an attribute; empty when it can. */
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

/** How text is compared, by the names of the rules that are kept in storage. */
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

/** Returns the comparison that stored values need for filters; text without an entry is case-folded. */
export function comparisonsOf(types: ScimTypes): Comparisons {
  const custom = customOf(types).map((it) => [it.key, ruleOf(it)] as const);
  return new Map(
    custom.flatMap(([key, rule]) => (rule === 'folded' ? [] : [[key, COMPARABLE[rule]]])),
  );
}

/** Returns the operator's attributes whose values must be unique in an account (RFC 7643 §7). */
export const uniqueRulesOf = (types: ScimTypes): ReadonlyMap<string, ComparisonRule> =>
  new Map(
    customOf(types)
      .filter(isUnique)
      .map((it) => [it.key, ruleOf(it)]),
  );

const isUnique = ({ definition }: ResolvedAttribute): boolean => definition.uniqueness !== 'none';

/** Returns the attributes of the operator's schemas, with sub-attributes. */
export const customOf = (types: ScimTypes): readonly ResolvedAttribute[] =>
  customSchemasOf(types).flatMap(({ attributes }) => attributes.flatMap(withParts));

/** Returns the operator's schemas, each with the type that it extends. */
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
