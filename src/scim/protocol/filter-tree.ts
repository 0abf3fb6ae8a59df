import type { ResolvedAttribute } from './resolved-attribute.ts';

export const COMPARE_OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type CompareOperator = (typeof COMPARE_OPERATORS)[number];

/** A value as written: quoted, or bare text that depends on the attribute's type (`true`, `5`, `null`, `Employee`). */
export type FilterValue =
  | { readonly quoted: true; readonly text: string }
  | { readonly quoted: false; readonly text: string };

/** A parsed filter whose attributes are not resolved yet. */
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
 * A resolved filter: every attribute known, every value of its attribute's type, folded where case does not matter. SQL
 * is generated from this tree only.
 *
 * `compare` always has a simple attribute. Outside `element`, an attribute that is multi-valued or part of one matches
 * when any value does; inside, all conditions apply to the same element (RFC 7644 §3.4.2.2).
 */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | {
      readonly kind: 'compare';
      readonly attribute: ResolvedAttribute;
      readonly operator: CompareOperator;
      /** A dateTime is in UTC with milliseconds: `2026-11-20T10:00:00.000Z`. */
      readonly value: string | number | boolean;
    }
  | { readonly kind: 'present'; readonly attribute: ResolvedAttribute }
  | {
      readonly kind: 'element';
      readonly attribute: ResolvedAttribute;
      readonly filter: Filter;
    };
