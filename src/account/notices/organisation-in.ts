import type { AccountDeps } from '#account/account-deps.ts';
import type { Reader } from '#db/database.ts';

/** The end of an address in a letter, for the sign-in page, where there are several organisations. */
export async function organisationIn(
  { directory }: Pick<AccountDeps, 'directory'>,
  db: Reader,
  accountId: string,
): Promise<string> {
  if ((await directory.countAccounts(db)) < 2) return '';
  const account = await directory.readAccount(db, accountId);
  return account ? `?${new URLSearchParams({ account: account.code })}` : '';
}
