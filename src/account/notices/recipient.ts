import type { AccountDeps } from '#account/account-deps.ts';
import { languageOf } from '#account/language.ts';
import { shownAttributes } from '#account/users/user-attributes.ts';
import type { Reader } from '#db/database.ts';
import type { Recipient } from './letters.ts';

type Deps = Pick<AccountDeps, 'directory'>;

/** Somebody active who has an e-mail address; undefined for everybody else. */
export async function findRecipient(
  { directory }: Deps,
  db: Reader,
  accountId: string,
  userId: string,
): Promise<Recipient | undefined> {
  const user = await directory.readUser(db, accountId, userId, 'all');
  const account = await directory.readAccount(db, accountId);
  const { email, displayName } = user ? shownAttributes(user.attributes) : {};
  if (!user?.active || !account || email === undefined || !isAddress(email)) return undefined;
  return {
    email,
    userName: user.userName,
    name: displayName ?? user.userName,
    language: languageOf(user.attributes) ?? 'en',
    accountName: account.name,
    accountCode: account.code,
    timeZone: account.timeZone,
  };
}

/** One address, and nothing that a mail server could take for several. */
const isAddress = (email: string): boolean =>
  email.length <= 254 && /^[^\s@<>",;:\\()[\]\p{Cc}]+@[^\s@<>",;:\\()[\]\p{Cc}]+$/u.test(email);
