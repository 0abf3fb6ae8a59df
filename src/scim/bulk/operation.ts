import type { Tx } from '#db/database.ts';
import type { PasswordPolicy } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { WriteNotes } from '#scim/prefer-handling.ts';
import type { BulkAction, Preference, ResourceType } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import type { ScimTypes } from '#scim/scim-types.ts';

/** What all operations of one bulk request share. */
export interface BulkContext {
  readonly deps: ScimDeps;
  readonly actor: Actor;
  /** The rules for the passwords that are in it. */
  readonly policy: PasswordPolicy;
  readonly preference: Preference;
}

/** What a successful operation has to report. */
export interface Outcome {
  /** That of the single request. */
  readonly status: 200 | 201 | 204;
  readonly id: string;
  /** The entity tag; a deleted resource has none. */
  readonly version?: string;
  readonly notes?: WriteNotes;
}

/** The password of the operation, hashed: undefined when it stays or is none, null when it is taken away. */
export type PasswordHash = string | null | undefined;

type Existing = Exclude<BulkAction, { readonly method: 'POST' }>;
type Change = Exclude<Existing, { readonly method: 'DELETE' }>;

/** An operation without references left in it, as the one resource type does it. */
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

/** The operations of one resource type, in the caller's transaction. */
export interface ResourceOperations {
  readonly type: (types: ScimTypes) => ResourceType;
  create(context: BulkContext, tx: Tx, creation: Creation): Promise<Outcome>;
  change(context: BulkContext, tx: Tx, change: Alteration): Promise<Outcome>;
  delete(context: BulkContext, tx: Tx, deletion: Deletion): Promise<Outcome>;
}

/**
 * Reads a body; a resource that is gone is 404 whatever the body says, as for single requests.
 * @throws what `read` throws, or what `find` does when there is no such resource
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
