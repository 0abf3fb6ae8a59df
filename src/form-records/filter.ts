import { type Moment, printMoment } from '#http/v2/date-time.ts';

export type FilterOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** A parsed filter. `and` and `or` hold two or more. */
export type FormFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly FormFilter[] }
  | {
      readonly kind: 'compare';
      readonly field: 'lastUpdateDate' | 'createdDate';
      readonly operator: FilterOperator;
      readonly value: Moment;
    };

/** Returns the filter as text that parses to the same tree. Different spellings of one filter give the same text. */
export function printFilter(filter: FormFilter): string {
  if (filter.kind === 'compare') {
    return `${filter.field} ${filter.operator} ${printMoment(filter.value)}`;
  }
  return filter.filters
    .map((each) => (each.kind === 'compare' ? printFilter(each) : `(${printFilter(each)})`))
    .join(` ${filter.kind} `);
}
