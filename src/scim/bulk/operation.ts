import type { Tx } from '#db/database.ts';
import type { PasswordPolicy } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { WriteCounts } from '#scim/prefer-handling.ts';
import type { BulkAction, Preference, ResourceType } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import type { ScimTypes } from '#scim/scim-types.ts';

/** The values that all operations of one bulk request share. */
export interface BulkContext {
  readonly deps: ScimDeps;
  readonly actor: Actor;
  /** The rules for the passwords in the request. */
  readonly policy: PasswordPolicy;
  readonly preference: Preference;
}

/** The result that a successful operation reports. */
export interface OperationOutcome {
  /** The status that the single request would have. */
  readonly status: 200 | 201 | 204;
  readonly id: string;
  /** The entity tag; a deleted resource has none. */
  readonly version?: string;
  readonly counts?: WriteCounts;
}

/** The hash of the operation's password: undefined when there is none or it does not change, null to remove it. */
export type PasswordHash = string | null | undefined;

type Existing = Exclude<BulkAction, { readonly method: 'POST' }>;
type Change = Exclude<Existing, { readonly method: 'DELETE' }>;

/** A creation whose references are resolved, as passed to its resource type. */
export interface Creation {
  readonly data: Readonly<Record<string, unknown>>;
  readonly passwordHash: PasswordHash;
}

export interface Alteration {
  readonly id: string;
  readonly ifMatch: string | undefined;
  readonly method: Change['method'];
  readonly data: Change['data'];
  readonly passwordHash: PasswordHash;
}

export interface Deletion {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

/** The operations of one resource type; each runs in the caller's transaction. */
export interface ResourceOperations {
  readonly type: (types: ScimTypes) => ResourceType;
  create(context: BulkContext, tx: Tx, creation: Creation): Promise<OperationOutcome>;
  change(context: BulkContext, tx: Tx, change: Alteration): Promise<OperationOutcome>;
  delete(context: BulkContext, tx: Tx, deletion: Deletion): Promise<OperationOutcome>;
}

/**
 * Reads a body. A deleted resource is 404 even when the body is invalid, as for single requests.
 * @throws whatever `find` throws when there is no such resource, else whatever `read` throws
 */
export async function readOrGone<T>(
  read: () => T | Promise<T>,
  find: () => Promise<void>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    await find();
    throw error;
  }
}
