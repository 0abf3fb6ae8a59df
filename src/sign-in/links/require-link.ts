import type { Reader } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import { parseSessionCookie } from '#sign-in/sessions/session-cookie.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { findSignInLink } from './link.store.ts';

export interface OpenLink {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly hash: string;
}

/**
 * Returns the user of a link. Refusals (used, replaced, expired or invented links) are recorded in the audit log of the
 * account that the link names.
 * @throws AppError `link-invalid`, `sso-only`.
 */
export async function requireSignInLink(
  { clock, directory, signInRecorder }: Pick<SignInDeps, 'clock' | 'directory' | 'signInRecorder'>,
  db: Reader,
  token: string,
  ip: string,
): Promise<OpenLink> {
  const parsed = parseSessionCookie(token);
  const found = parsed && (await findSignInLink(db, parsed.accountCode, parsed.hash, clock.now()));
  if (!parsed || !found) {
    const account = parsed && (await directory.findAccountByCode(db, parsed.accountCode));
    const target = account && { accountId: account.id, user: undefined };
    signInRecorder.refused(target, { ...REFUSAL, ip });
    throw linkInvalid();
  }
  await requirePasswordAllowed({ directory }, db, found.accountId, found.userId);
  return { ...found, ...parsed };
}

const REFUSAL = {
  action: 'session.begin',
  via: 'web',
  detail: { method: 'link', reason: 'link-invalid' },
} as const;

export function linkInvalid(): AppError {
  return fail(
    'link-invalid',
    'This link was used, has expired or was replaced by a newer one. Ask for another one.',
  );
}
