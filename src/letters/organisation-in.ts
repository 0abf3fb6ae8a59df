import type { Reader } from '#db/database.ts';
import type { LettersDeps } from './letters-deps.ts';

/** The end of an address in a letter, for the sign-in page, where there are several organisations. */
export async function organisationIn(
  { directory }: Pick<LettersDeps, 'directory'>,
  db: Reader,
  accountId: string,
): Promise<string> {
  if ((await directory.countAccounts(db)) < 2) return '';
  const account = await directory.readAccount(db, accountId);
  return account ? `?${new URLSearchParams({ account: account.code })}` : '';
}
