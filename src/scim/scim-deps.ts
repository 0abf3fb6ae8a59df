import type { Database } from '#db/database.ts';
import type { Directory, Passwords } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Seal } from '#kernel/seal.ts';
import type { ScimTypes } from './scim-types.ts';

/** The dependencies of the SCIM endpoints. */
export interface ScimDeps {
  readonly db: Database;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly types: ScimTypes;
  readonly clock: Clock;
  /** Encrypts the cursors of lists. */
  readonly seal: Seal;
  /** Returns the service's address without a path; locations and references start with it. */
  publicUrl(): string;
  /** Returns whether HTTP Basic is on in this deployment; an account may still turn it off. */
  readonly basic: () => boolean;
}

/** Returns the base URL of the SCIM service, without a trailing slash. */
export const scimBaseUrl = (deps: Pick<ScimDeps, 'publicUrl'>): string =>
  `${deps.publicUrl()}/scim/v2`;
