import type { Reader, Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { type SsoRow, selectConnections } from './sso.store.ts';

type Named = Pick<SsoRow, 'id' | 'credential_ids' | 'kind' | 'saml_sign_on'>;

/** Returns the credentials whose users a connection serves; empty: it serves everybody whom no other one serves. */
export function credentialsOf({
  credential_ids: stored,
}: Pick<SsoRow, 'credential_ids'>): string[] {
  const ids: unknown = JSON.parse(stored ?? '[]');
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export const storedCredentials = (ids: readonly string[]): string | null =>
  ids.length === 0 ? null : JSON.stringify(ids);

/**
 * Returns whether a user signs in with this connection: exactly one connection serves each user (decision 48). It is
 * the one that names the user's credential, or else the oldest of those that name none; later ones serve nobody. One by
 * SAML that never had metadata is passed over, because it never served anybody. One that was turned off is not: its
 * people would be signed in by another identity provider.
 * @param connections of the account, the oldest first
 * @param provisionedBy the credential that created the user; null: an admin or a request with Basic did
 */
export function isFor(
  connections: readonly Named[],
  id: string,
  provisionedBy: string | null,
): boolean {
  const naming = connections.find(
    (each) => provisionedBy !== null && credentialsOf(each).includes(provisionedBy),
  );
  const theirs =
    naming ?? connections.find((each) => credentialsOf(each).length === 0 && !isUnfinished(each));
  return theirs?.id === id;
}

const isUnfinished = ({ kind, saml_sign_on: signOn }: Named): boolean =>
  kind === 'saml' && signOn === null;

/**
 * Checks the credentials of a connection. Call it after the write, with the account locked.
 * @throws AppError `invalid-value` at `credentialIds` for one that does not exist or that another connection names.
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
      `The connection ${rival.name} already signs in the people of one of these credentials. Remove the credential there, or choose another one here.`,
      { at: 'credentialIds', because: { reason: 'credential-of-another', name: rival.name } },
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
    throw fail('invalid-value', 'One of these credentials does not exist.', {
      because: { reason: 'unknown-credential' },
      at: 'credentialIds',
    });
  }
}
