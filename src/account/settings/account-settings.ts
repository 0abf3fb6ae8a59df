import type { AccountDeps } from '#account/account-deps.ts';
import type { Reader } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { AccountSettings } from './account.shapes.ts';

/** The account as its settings page shows it. */
export async function readAccountSettings(
  { directory }: Pick<AccountDeps, 'directory'>,
  db: Reader,
  accountId: string,
): Promise<AccountSettings> {
  const account = await directory.readAccount(db, accountId);
  if (!account) throw fail('not-found', 'There is no such account.');
  const { id, code, name, basicAllowed, passwordMinLength, createdAt } = account;
  return {
    id,
    code,
    name,
    basicAllowed,
    passwordMinLength: passwordMinLength.web,
    scimPasswordMinLength: passwordMinLength.scim,
    createdAt: new Date(createdAt).toISOString(),
  };
}
