import type { AccountDeps } from '#account/account-deps.ts';
import { parseSessionCookie } from '#account/sessions/session-cookie.ts';
import type { Reader } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { findLink } from './link.store.ts';

export interface OpenLink {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly hash: string;
}

/** Whose link it is. @throws AppError `link-invalid`. */
export async function requireLink(
  { clock }: Pick<AccountDeps, 'clock'>,
  db: Reader,
  token: string,
): Promise<OpenLink> {
  const parsed = parseSessionCookie(token);
  const found = parsed && (await findLink(db, parsed.accountCode, parsed.hash, clock.now()));
  if (!parsed || !found) throw linkInvalid();
  return { ...found, ...parsed };
}

export function linkInvalid(): AppError {
  return fail(
    'link-invalid',
    'The link was used, replaced by a newer one, or has ended. Ask an administrator for a new one.',
  );
}
