import type { Tx } from '#db/database.ts';
import type { Locale } from '#kernel/locale.ts';
import { findRecipient } from '#letters/index.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { countRecoveryCodes, type FactorOwner } from './second-factor.store.ts';
import { type SecondFactorEvent, secondFactorLetter } from './second-factor-letters.ts';

const LIFE_MS = 7 * 86_400_000;

export type NotifyDeps = Pick<SignInDeps, 'directory' | 'mailQueue' | 'clock'>;

/** Mails a user what happened to their second factor, if a mail server is set up and the user has an address. */
export async function notifyUser(
  { directory, mailQueue, clock }: NotifyDeps,
  tx: Tx,
  { accountId, userId }: FactorOwner,
  event: SecondFactorEvent,
  pageLanguage?: Locale,
): Promise<void> {
  if (!mailQueue.isOn) return;
  const to = await findRecipient({ directory }, tx, accountId, userId, pageLanguage);
  if (!to) return;
  const content = { letter: secondFactorLetter(to, event) };
  const expiresAt = clock.now() + LIFE_MS;
  await mailQueue.append(tx, accountId, [{ kind: 'second-factor', expiresAt, content }]);
}

/** Tells the owner of a recovery code that it was used, because it is gone for good. */
export async function notifyOfUsedCode(
  deps: NotifyDeps,
  tx: Tx,
  of: FactorOwner,
  pageLanguage?: Locale,
): Promise<void> {
  const left = await countRecoveryCodes(tx, of);
  await notifyUser(deps, tx, of, { kind: 'code-used', left }, pageLanguage);
}
