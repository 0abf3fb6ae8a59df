import type { Tx } from '#db/database.ts';
import type { Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { readStamp } from './session.store.ts';
import type { BegunSession } from './sessions.ts';

/** Signs in the admin who has just created an account with its one-time link. */
export async function beginFirstSession(
  { sessions, audit }: Pick<SignInDeps, 'sessions' | 'audit'>,
  tx: Tx,
  { ip, headers }: Pick<Request<undefined>, 'ip' | 'headers'>,
  admin: { readonly accountId: string; readonly accountCode: string; readonly userId: string },
): Promise<BegunSession> {
  const { accountId, accountCode, userId } = admin;
  const user = await readStamp(tx, accountId, userId);
  if (!user) throw fail('session-ended', 'This admin was deleted in the meantime.');
  const { stamp } = user;
  const method = 'set-up';
  const agent = headers['user-agent'];
  const who = { accountId, accountCode, userId, stamp, method, ip, agent } as const;
  const begun = await sessions.begin(tx, who);
  const about = { targetType: 'Session', targetId: begun.id, detail: { method } };
  const actor = { accountId, userId, ip, via: 'web' } as const;
  await audit.append(tx, actor, { action: 'session.begin', ...about });
  return begun;
}
