import type { Tx } from '#db/database.ts';
import { keepBreakGlass } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { deleteSessionsOf } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { deletePasskeysOf } from './passkey.store.ts';

/**
 * Removes all passkeys of a user who lost a device, for an admin or for an operator on the server. The finder of the
 * device may be signed in, so the user's sessions end.
 * @returns whether there were any.
 * @throws AppError `last-break-glass`
 */
export async function takePasskeys(
  { audit }: Pick<SignInDeps, 'audit'>,
  tx: Tx,
  actor: Actor,
  of: { readonly accountId: string; readonly userId: string },
): Promise<boolean> {
  const { accountId, userId } = of;
  const removed = await keepBreakGlass(tx, accountId, userId, () => deletePasskeysOf(tx, of));
  if (removed === 0) return false;
  await deleteSessionsOf(tx, accountId, userId);
  const about = { targetType: 'User', targetId: userId, detail: { removed } };
  await audit.append(tx, actor, { action: 'passkey.delete-all', ...about });
  return true;
}
