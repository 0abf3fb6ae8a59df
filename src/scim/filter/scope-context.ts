import type { Reader } from '#db/database.ts';
import type { ScimTypes } from '#scim/scim-types.ts';

/** What a filter's SQL needs to know beside the filter. */
export interface ScopeContext {
  /** Tells the engine. */
  readonly db: Reader;
  readonly accountId: string;
  /** Ends in `/scim/v2`: locations and references are made from it. */
  readonly baseUrl: string;
  readonly types: ScimTypes;
}
