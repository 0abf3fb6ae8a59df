import type { Reader } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/**
 * Refuses to give a user a password or passkey that would not be accepted at sign-in.
 * @throws AppError `sso-only`
 */
export async function requirePasswordAllowed(
  { directory }: { readonly directory: Pick<Directory, 'signsInBySsoOnly'> },
  db: Reader,
  accountId: string,
  userId: string,
): Promise<void> {
  if (await directory.signsInBySsoOnly(db, accountId, userId)) throw ssoOnly();
}

export const ssoOnly = (): AppError =>
  fail(
    'sso-only',
    'The organisation allows single sign-on only, so passwords, passkeys and links to set them are not available. Sign in with the identity provider.',
  );
