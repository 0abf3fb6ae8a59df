import type { Reader } from '#db/database.ts';
import { shownAttributes } from '#directory/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { languageOf } from './language.ts';
import type { Recipient } from './letters.ts';
import type { LettersDeps } from './letters-deps.ts';

type Deps = Pick<LettersDeps, 'directory'>;

/**
 * Returns an active user with an e-mail address as a recipient; undefined for other users.
 * @param pageLanguage the language of a user who has chosen none: that of the page on which the letter was asked for
 */
export async function findRecipient(
  { directory }: Deps,
  db: Reader,
  accountId: string,
  userId: string,
  pageLanguage?: Locale,
): Promise<Recipient | undefined> {
  const user = await directory.readUser(db, accountId, userId, 'all');
  const account = await directory.readAccount(db, accountId);
  const { email, displayName } = user ? shownAttributes(user.attributes) : {};
  if (!user?.active || !account || email === undefined || !isAddress(email)) return undefined;
  return {
    email,
    userName: user.userName,
    name: displayName ?? user.userName,
    language: languageOf(user.attributes) ?? pageLanguage ?? 'en',
    accountName: account.name,
    accountCode: account.code,
    timeZone: account.timeZone,
  };
}

/** Accepts a single address only, without characters that a mail server could read as several addresses. */
export const isAddress = (email: string): boolean =>
  email.length <= 254 && /^[^\s@<>",;:\\()[\]\p{Cc}]+@[^\s@<>",;:\\()[\]\p{Cc}]+$/u.test(email);
