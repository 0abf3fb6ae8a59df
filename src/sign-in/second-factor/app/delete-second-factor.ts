import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { askedLocale } from '#kernel/locale.ts';
import { notifyUser } from '#sign-in/second-factor/notify-user.ts';
import { requireFactorLeft } from '#sign-in/second-factor/require-factor-left.ts';
import { deleteSecondFactorRow } from '#sign-in/second-factor/second-factor.store.ts';
import { deleteSessionsOf } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { noApp } from './post-recovery-codes.ts';

/** DELETE /app/v1/me/second-factor: removes the authenticator app; other sessions end (ASVS 7.4.3). */
export const deleteSecondFactor = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/me/second-factor',
    confirmed: true,
    doc: {
      summary: 'Remove one’s own authenticator app',
      tag: 'Second factor',
      description: 'Also removes its recovery codes. Ends all other sessions of the user.',
      responses: {
        204: {
          description: 'The app was removed. Sign-in with a password no longer needs a code.',
        },
        404: { description: 'The user has no authenticator app.' },
        409: {
          description:
            'The account requires a second factor, and the user has no passkey. Set up another app instead.',
        },
      },
    },
    async handle(request) {
      const { accountId, userId, sessionId } = request.principal;
      const of = { accountId, userId };
      await deps.db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        if (!(await deleteSecondFactorRow(tx, of))) throw noApp();
        await requireFactorLeft(deps, tx, of);
        await deleteSessionsOf(tx, accountId, userId, sessionId);
        const about = { targetType: 'User', targetId: userId };
        await deps.audit.append(tx, actorOf(request, 'web'), {
          action: 'second-factor.remove',
          ...about,
        });
        await notifyUser(
          deps,
          tx,
          of,
          { kind: 'removed' },
          askedLocale(request.headers['accept-language']),
        );
      });
      return { status: 204 };
    },
  });
