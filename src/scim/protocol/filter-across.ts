import { compareValue } from './filter-match.ts';
import { resolveFilter } from './filter-resolve.ts';
import type { Filter, FilterSyntax } from './filter-tree.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';

/** A filter for one type, or its result if that is the same for every resource of the type. */
type Decided = Filter | boolean;

function join(kind: 'and' | 'or', parts: readonly Decided[]): Decided {
  const ends = kind === 'or';
  if (parts.includes(ends)) return ends;
  const filters = parts.filter((part) => typeof part !== 'boolean');
  const [first, second] = filters;
  if (first === undefined) return !ends;
  return second === undefined ? first : { kind, filters };
}

const negate = (part: Decided): Decided =>
  typeof part === 'boolean' ? !part : { kind: 'not', filter: part };

/** Evaluates `meta.resourceType`, which is constant for a type: clients select types by it (RFC 7644 §3.4.2.1). */
function decide(filter: Filter, type: ResourceType): Decided {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return join(
        filter.kind,
        filter.filters.map((it) => decide(it, type)),
      );
    case 'not':
      return negate(decide(filter.filter, type));
    case 'present':
      return filter.attribute.key === 'meta.resourceType' || filter;
    case 'compare':
      return filter.attribute.key === 'meta.resourceType'
        ? compareValue(filter, type.name)
        : filter;
    case 'element':
      return filter;
  }
}

type Leaf = Exclude<FilterSyntax, { readonly kind: 'and' | 'or' | 'not' }>;

/** Returns the result for a type without the attribute: it has no value (RFC 7644 §3.4.2.1), and `ne` is true. */
function withoutValue(leaf: Leaf, elsewhere: ResolvedAttribute): boolean {
  if (leaf.kind !== 'compare') return false;
  const { operator, value } = leaf;
  const isNull = !value.quoted && value.text === 'null';
  if (isNull) return operator === 'eq';
  const listed = elsewhere.multiValued || elsewhere.parent?.multiValued === true;
  return operator === 'ne' && !listed;
}

function resolve(
  syntax: FilterSyntax,
  type: ResourceType,
  types: readonly ResourceType[],
): Decided {
  if (syntax.kind === 'and' || syntax.kind === 'or') {
    return join(
      syntax.kind,
      syntax.filters.map((it) => resolve(it, type, types)),
    );
  }
  if (syntax.kind === 'not') return negate(resolve(syntax.filter, type, types));
  if (type.find(syntax.path) === undefined) {
    const other = types.find((it) => it.find(syntax.path) !== undefined);
    const elsewhere = other?.find(syntax.path);
    if (elsewhere !== undefined) return withoutValue(syntax, elsewhere);
  }
  return decide(resolveFilter(syntax, type), type);
}

/**
 * Returns the meaning of a filter over several types for each of them: true for all of its resources, false for none.
 * An attribute that one of the types lacks has no value there; one that all of them lack is an error.
 * @throws ScimError 400 invalidFilter
 */
export const resolveAcross = (
  syntax: FilterSyntax,
  types: readonly ResourceType[],
): ReadonlyMap<ResourceType, Filter | boolean> =>
  new Map(types.map((type) => [type, resolve(syntax, type, types)]));
