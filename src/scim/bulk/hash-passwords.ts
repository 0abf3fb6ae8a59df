import type { Transaction } from '#db/database.ts';
import {
  type BulkAction,
  type BulkIds,
  type BulkOperation,
  canonicalise,
  parsePatch,
  passwordIn,
  ScimError,
} from '#scim/protocol/index.ts';
import { keepsPasswords, refuseAdminPassword } from '#scim/users/provisioned-password.ts';
import type { BulkContext, PasswordHash } from './operation.ts';

/** Password hashes by the index of their operation. */
export type PasswordHashes = ReadonlyMap<number, PasswordHash>;

/** The effects of the previous operations, committed or not. */
interface Before {
  readonly ids: BulkIds;
  /** The new password hashes of existing users, by id; this function adds to it. */
  readonly given: Map<string, string | null>;
}

/**
 * Hashes the passwords in some operations, one after the other, before their transaction begins: hashing is slow on
 * purpose, and one request must not fill the queue that every sign-in shares.
 * @throws AppError `busy`, `password-policy`, `admin-password`
 */
export async function hashPasswords(
  context: BulkContext,
  transaction: Transaction,
  operations: readonly BulkOperation[],
  before: Before,
): Promise<PasswordHashes> {
  const hashes = new Map<number, PasswordHash>();
  const { deps, actor } = context;
  const keeps = await keepsPasswords(deps, actor.accountId);
  for (const { index, action } of operations) {
    if (action instanceof ScimError || action.type !== deps.types.user) continue;
    const sent = passwordOf(action);
    const password = typeof sent === 'string' && !keeps ? undefined : sent;
    const id = existingId(action, before.ids);
    const hash =
      typeof password === 'string'
        ? await hashOf(context, transaction, { password, id, given: before.given })
        : password;
    hashes.set(index, hash);
    if (id !== undefined && hash !== undefined) before.given.set(id, hash);
  }
  return hashes;
}

interface Wanted extends Pick<Before, 'given'> {
  readonly password: string;
  readonly id: string | undefined;
}

async function hashOf(
  { deps: { directory, passwords }, actor }: BulkContext,
  transaction: Transaction,
  { password, id, given }: Wanted,
): Promise<string | undefined> {
  const { accountId } = actor;
  if (id === undefined) return await passwords.hash(password, accountId);
  // In a transaction, because it sees writes of previous operations that are not durable yet.
  const known = await transaction(async (tx) => {
    const user = await directory.readUser(tx, accountId, id, 'provisioning');
    // Refused before hashing, whose duration would reveal a correct guess of the password. Also refused for an admin whom
    // an earlier operation of the same transaction makes a member: without a hash, the password would be passed over.
    if (!user) return undefined;
    refuseAdminPassword(actor, user);
    return { hash: await directory.readPasswordHash(tx, accountId, id) };
  });
  const last = given.get(id);
  if (!known) return undefined;
  const current = last === undefined ? known.hash : (last ?? undefined);
  return await passwords.renew(current, password, accountId);
}

/** Returns the id of an existing user: the same password sent again is no change, so its hash has to be known. */
function existingId(action: BulkAction, ids: BulkIds): string | undefined {
  if (action.method === 'POST') return undefined;
  const { resource } = action;
  return resource.kind === 'id' ? resource.id : ids.find(resource.bulkId);
}

function passwordOf(action: BulkAction): PasswordHash {
  if (action.method === 'DELETE') return undefined;
  try {
    return action.method === 'PATCH'
      ? passwordIn(parsePatch(action.type, action.data))
      : canonicalise(action.type, action.data).password;
  } catch (error) {
    if (error instanceof ScimError) return undefined; // The operation itself reports this error.
    throw error;
  }
}
