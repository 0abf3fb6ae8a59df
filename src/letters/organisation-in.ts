import type { Reader } from '#db/database.ts';
import type { LettersDeps } from './letters-deps.ts';

/** Returns the query string that tells the sign-in page the organisation, or '' if there is only one. */
export async function organisationIn(
  { directory }: Pick<LettersDeps, 'directory'>,
  db: Reader,
  accountId: string,
): Promise<string> {
  if ((await directory.countAccounts(db)) < 2) return '';
  const account = await directory.readAccount(db, accountId);
  return account ? `?${new URLSearchParams({ account: account.code })}` : '';
}
