import type { Tx } from '#db/database.ts';
import { readAccount } from '#directory/rows/accounts.store.ts';
import type { Actor } from '#kernel/actor.ts';

/** Returns the column that names the credential which wrote the e-mail addresses. */
export const emailColumns = ({ credentialId }: Actor) => ({ emails_set_by: credentialId ?? null });

/**
 * Returns the columns of a password. One that is set on the command line while the account has single sign-on only is
 * the last way in when all others fail, so it is accepted all the same.
 */
export async function passwordColumns(tx: Tx, actor: Actor, hash: string | null) {
  const isByOperator = actor.via === 'command-line' && hash !== null;
  const account = isByOperator ? await readAccount(tx, actor.accountId) : undefined;
  return {
    password_hash: hash,
    password_set_by: hash === null ? null : (actor.credentialId ?? null),
    password_despite_sso: account?.ssoOnly ? 1 : 0,
  } as const;
}
