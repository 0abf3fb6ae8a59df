import type { ResolvedAttribute } from './resolved-attribute.ts';

export const COMPARE_OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type CompareOperator = (typeof COMPARE_OPERATORS)[number];

/** A value as written: quoted, or bare text that only its attribute's type can read (`true`, `5`, `null`, `Employee`). */
export type FilterValue =
  | { readonly quoted: true; readonly text: string }
  | { readonly quoted: false; readonly text: string };

/** What a filter says, before anybody knows what its attributes are. */
export type FilterSyntax =
  | { readonly kind: 'and'; readonly filters: readonly FilterSyntax[] }
  | { readonly kind: 'or'; readonly filters: readonly FilterSyntax[] }
  | { readonly kind: 'not'; readonly filter: FilterSyntax }
  | {
      readonly kind: 'compare';
      readonly path: string;
      readonly operator: CompareOperator;
      readonly value: FilterValue;
    }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'element'; readonly path: string; readonly filter: FilterSyntax };

/**
 * What a filter means: every attribute known, every value of its attribute's type, folded where case does not
 * matter. SQL is made from this tree and nothing else.
 *
 * `compare` always has a simple attribute. Outside `element`, an attribute that is multi-valued or stands in one
 * matches when any value does; inside, everything is asked of one and the same element (RFC 7644 §3.4.2.2).
 */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | {
      readonly kind: 'compare';
      readonly attribute: ResolvedAttribute;
      readonly operator: CompareOperator;
      /** A dateTime is UTC with milliseconds: `2026-11-20T10:00:00.000Z`. */
      readonly value: string | number | boolean;
    }
  | { readonly kind: 'present'; readonly attribute: ResolvedAttribute }
  | {
      readonly kind: 'element';
      readonly attribute: ResolvedAttribute;
      readonly filter: Filter;
    };
