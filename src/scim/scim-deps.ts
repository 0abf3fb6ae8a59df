import type { Database } from '#db/database.ts';
import type { Directory, Passwords } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Seal } from '#kernel/seal.ts';
import type { ScimTypes } from './scim-types.ts';

/** What the SCIM endpoints are handed. */
export interface ScimDeps {
  readonly db: Database;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly types: ScimTypes;
  readonly clock: Clock;
  /** For the cursors of lists. */
  readonly seal: Seal;
  /** The service's address without a path: locations and references start with it. */
  publicUrl(): string;
  /** HTTP Basic works in this deployment; an account may still have turned it off. */
  readonly basic: () => boolean;
}

/** Where the SCIM service lives, without a slash at its end. */
export const scimBaseUrl = (deps: ScimDeps): string => `${deps.publicUrl()}/scim/v2`;
