import type { Reader, Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { type SsoRow, selectConnections } from './sso.store.ts';

type Named = Pick<SsoRow, 'id' | 'credential_ids'>;

/** The credentials whose people a connection is for; empty: it is for everybody whom no other connection is for. */
export function credentialsOf({ credential_ids: stored }: Pick<Named, 'credential_ids'>): string[] {
  const ids: unknown = JSON.parse(stored ?? '[]');
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export const storedCredentials = (ids: readonly string[]): string | null =>
  ids.length === 0 ? null : JSON.stringify(ids);

/**
 * Whether a connection is the one that a person signs in with: no two identity providers speak for one person. It is
 * the one that names the credential, or else the oldest of those that name none; a later one is for nobody yet.
 * @param connections of the account, the oldest first
 * @param provisionedBy the credential that brought the person; null: an admin, or somebody by Basic
 */
export function isFor(
  connections: readonly Named[],
  id: string,
  provisionedBy: string | null,
): boolean {
  const naming = connections.find(
    (each) => provisionedBy !== null && credentialsOf(each).includes(provisionedBy),
  );
  const theirs = naming ?? connections.find((each) => credentialsOf(each).length === 0);
  return theirs?.id === id;
}

/**
 * Call behind a write, with the account locked.
 * @throws AppError `invalid-value` at `credentialIds` for one that is not there or that another connection names.
 */
export async function requireOwnPeople(
  { credentials }: Pick<SignInDeps, 'credentials'>,
  tx: Tx,
  accountId: string,
  id: string,
): Promise<void> {
  const connections = await selectConnections(tx, accountId);
  const ids = connections.filter((each) => each.id === id).flatMap(credentialsOf);
  const rival = connections.find(
    (each) => each.id !== id && credentialsOf(each).some((one) => ids.includes(one)),
  );
  if (rival) {
    throw fail(
      'invalid-value',
      `${rival.name} signs in the people of one of these credentials already. Take it out there, or choose another one here.`,
      { at: 'credentialIds' },
    );
  }
  await requireCredentials(credentials, tx, accountId, ids);
}

async function requireCredentials(
  credentials: SignInDeps['credentials'],
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  for (const each of ids) {
    if (await credentials.find(db, accountId, each)) continue;
    throw fail('invalid-value', 'There is no credential with one of these ids.', {
      at: 'credentialIds',
    });
  }
}
