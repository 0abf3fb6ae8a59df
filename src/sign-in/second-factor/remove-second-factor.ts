import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { deleteSessionsOf } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { deleteSecondFactor, type Owner } from './second-factor.store.ts';
import { type TellDeps, tellPerson } from './tell-person.ts';

/**
 * Takes the authenticator app and the recovery codes of somebody who lost them: by an admin, or on the server. Who had
 * them may be signed in, so the sessions end.
 * @returns whether there was an app.
 */
export async function removeSecondFactor(
  deps: TellDeps & Pick<SignInDeps, 'audit'>,
  tx: Tx,
  actor: Actor,
  of: Owner,
): Promise<boolean> {
  if (!(await deleteSecondFactor(tx, of))) return false;
  await deleteSessionsOf(tx, of.accountId, of.userId);
  const about = { targetType: 'User', targetId: of.userId };
  await deps.audit.append(tx, actor, { action: 'second-factor.reset', ...about });
  await tellPerson(deps, tx, of, { kind: 'reset' });
  return true;
}
