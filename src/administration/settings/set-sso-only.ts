import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { hasBreakGlassAdmin } from '#directory/index.ts';
import type { Request, SessionPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { hasProvenConnection } from '#sign-in/index.ts';
import { endSessionsBegunOtherwise, hasBegunOtherwise, saveSsoOnly } from './sso-only.store.ts';

/**
 * Turns the requirement of single sign-on on or off. While it is on, all users except break-glass users sign in by
 * single sign-on only. Turning it on ends sessions that began otherwise, and is refused if it could lock everybody out.
 * @throws AppError `sso-unproven`, `no-break-glass`
 */
export async function setSsoOnly(
  { audit, directory }: Pick<AdministrationDeps, 'audit' | 'directory'>,
  tx: Tx,
  request: Request<SessionPrincipal>,
  ssoOnly: boolean,
): Promise<void> {
  const { accountId, sessionId } = request.principal;
  await lockAccount(tx, accountId);
  const from = (await directory.readAccount(tx, accountId))?.ssoOnly ?? false;
  if (ssoOnly) await requireWaysIn(tx, accountId, sessionId);
  await saveSsoOnly(tx, accountId, ssoOnly);
  const sessionsEnded = ssoOnly ? await endSessionsBegunOtherwise(tx, accountId) : 0;
  await audit.append(tx, actorOf(request, 'web'), {
    action: 'account.set-sso-only',
    targetType: 'Account',
    targetId: accountId,
    detail: { from, ssoOnly, ...(ssoOnly && { sessionsEnded }) },
  });
}

async function requireWaysIn(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  if (!(await hasProvenConnection(tx, accountId))) {
    throw fail(
      'sso-unproven',
      'Nobody has signed in with an active connection since its settings were changed. Sign in with it once in a private window, then try again.',
      { at: 'ssoOnly' },
    );
  }
  if (await hasBegunOtherwise(tx, accountId, sessionId)) {
    throw fail(
      'sso-unproven',
      'You are signed in without the identity provider and are not a break-glass admin, so you would be signed out. Sign in with the identity provider, then try again.',
      { at: 'ssoOnly', because: { reason: 'would-sign-you-out' } },
    );
  }
  if (await hasBreakGlassAdmin(tx, accountId)) return;
  throw fail(
    'no-break-glass',
    'No active break-glass admin has a password or passkey, so nobody could sign in during an outage of the identity provider. The operator can appoint one with formstead user protect.',
    { at: 'ssoOnly' },
  );
}
