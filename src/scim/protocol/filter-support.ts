import type { CompareOperator, Filter } from './filter-tree.ts';
import { invalidFilter } from './scim-error.ts';

/** What a filter may use: the operators, and `[]` for a value path. */
export type FilterFeature = CompareOperator | 'pr' | 'and' | 'or' | 'not' | '[]';

function featuresOf(filter: Filter): readonly FilterFeature[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [filter.kind, ...filter.filters.flatMap(featuresOf)];
    case 'not':
      return ['not', ...featuresOf(filter.filter)];
    case 'element':
      return ['[]', ...featuresOf(filter.filter)];
    case 'present':
      return ['pr'];
    case 'compare':
      return [filter.operator];
  }
}

/**
 * For storage that can not do everything: refuses what it can not do, and says what it can.
 * @throws ScimError 400 invalidFilter (RFC 7644 §3.12: "or the specified attribute and filter comparison combination
 * is not supported")
 */
export function refuseUnsupported(filter: Filter, supported: readonly FilterFeature[]): void {
  const missing = new Set(featuresOf(filter).filter((feature) => !supported.includes(feature)));
  if (missing.size === 0) return;
  const quoted = (features: Iterable<FilterFeature>): string =>
    [...features].map((feature) => `"${feature}"`).join(', ');
  throw invalidFilter(
    `This server does not support ${quoted(missing)} in filters; it supports ${quoted(supported)}.`,
  );
}
