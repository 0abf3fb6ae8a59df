import type { Reader } from '#db/database.ts';
import type { ScimTypes } from '#scim/scim-types.ts';

/** The values that a filter's SQL depends on, in addition to the filter. */
export interface ScopeContext {
  /** Identifies the engine. */
  readonly db: Reader;
  readonly accountId: string;
  /** Ends in `/scim/v2`; locations and references start with it. */
  readonly baseUrl: string;
  readonly types: ScimTypes;
}
