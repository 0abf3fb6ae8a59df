import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { readSessionLimits, saveSessionLimits } from '#sign-in/index.ts';
import type { SessionLimitsChange } from './account.shapes.ts';

/** Changes limits; omitted ones stay. @throws AppError `invalid-value` when the idle time exceeds the longest time. */
export async function setSessionLimits(
  { audit }: Pick<AdministrationDeps, 'audit'>,
  tx: Tx,
  actor: Actor & { readonly accountId: string },
  change: SessionLimitsChange,
): Promise<void> {
  await lockAccount(tx, actor.accountId);
  const from = await readSessionLimits(tx, actor.accountId);
  const to = { ...from, ...change };
  if (to.idleSeconds > to.longestSeconds) {
    throw fail(
      'invalid-value',
      'The time of inactivity must not be longer than the session itself.',
      {
        because: { reason: 'idle-beyond-session' },
        at: 'sessions.idleSeconds',
      },
    );
  }
  await saveSessionLimits(tx, actor.accountId, to);
  await audit.append(tx, actor, {
    action: 'account.set-session-limits',
    targetType: 'Account',
    targetId: actor.accountId,
    detail: { from: { ...from }, to },
  });
}
