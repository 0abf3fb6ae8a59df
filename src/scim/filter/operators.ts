import { type RawBuilder, sql } from 'kysely';
import type { CompareOperator, FilterFeature } from '#scim/protocol/index.ts';

/** What filters may hold today, announced in every refusal. */
export const SUPPORTED: readonly FilterFeature[] = ['eq', 'and', '[]'];

/** One function an operator; both sides are of one type already, and folded where case does not matter. */
export const OPERATORS: Partial<
  Record<CompareOperator, (ref: RawBuilder<unknown>, value: unknown) => RawBuilder<boolean>>
> = {
  eq: (ref, value) => sql<boolean>`${ref} = ${value}`,
};
