import type { AccountDeps } from '#account/account-deps.ts';
import { shownAttributes } from '#account/users/user-attributes.ts';
import type { Reader } from '#db/database.ts';
import { member } from '#kernel/json.ts';
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
  const { preferredLanguage, locale } = {
    preferredLanguage: member(user.attributes, 'preferredLanguage'),
    locale: member(user.attributes, 'locale'),
  };
  return {
    email,
    name: displayName ?? user.userName,
    // What the directory knows of the person (RFC 7643 §4.1.1); nobody is asked for it here.
    language: /^de\b/i.test(String(preferredLanguage ?? locale ?? '')) ? 'de' : 'en',
    accountName: account.name,
  };
}

/** One address, and nothing that a mail server could take for several. */
const isAddress = (email: string): boolean =>
  email.length <= 254 && /^[^\s@<>",;:\\()[\]\p{Cc}]+@[^\s@<>",;:\\()[\]\p{Cc}]+$/u.test(email);
