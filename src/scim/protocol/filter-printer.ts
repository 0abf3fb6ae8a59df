import type { FilterSyntax, FilterValue } from './filter-tree.ts';

const printValue = ({ quoted, text }: FilterValue): string =>
  quoted ? JSON.stringify(text) : text;

const group = (filter: FilterSyntax): string =>
  filter.kind === 'and' || filter.kind === 'or' ? `(${printFilter(filter)})` : printFilter(filter);

/** Returns the text of a filter, which parses to the same tree: for logs, cursors and tests. */
export function printFilter(filter: FilterSyntax): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.map(group).join(` ${filter.kind} `);
    case 'not':
      return `not (${printFilter(filter.filter)})`;
    case 'element':
      return `${filter.path}[${printFilter(filter.filter)}]`;
    case 'present':
      return `${filter.path} pr`;
    case 'compare':
      return `${filter.path} ${filter.operator} ${printValue(filter.value)}`;
  }
}
