import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Locale } from '#kernel/locale.ts';
import { deleteSessionsOf } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { type NotifyDeps, notifyUser } from './notify-user.ts';
import { deleteSecondFactorRow, type FactorOwner } from './second-factor.store.ts';

/**
 * Removes the authenticator app and the recovery codes of a user who lost them, for an admin or for an operator on the
 * server. Their finder may be signed in, so the user's sessions end.
 * @returns whether there was an app.
 */
export async function removeSecondFactor(
  deps: NotifyDeps & Pick<SignInDeps, 'audit'>,
  tx: Tx,
  actor: Actor,
  of: FactorOwner,
  pageLanguage?: Locale,
): Promise<boolean> {
  if (!(await deleteSecondFactorRow(tx, of))) return false;
  await deleteSessionsOf(tx, of.accountId, of.userId);
  const about = { targetType: 'User', targetId: of.userId };
  await deps.audit.append(tx, actor, { action: 'second-factor.reset', ...about });
  await notifyUser(deps, tx, of, { kind: 'reset' }, pageLanguage);
  return true;
}
