import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { askedLocale } from '#kernel/locale.ts';
import { notifyUser } from '#sign-in/second-factor/notify-user.ts';
import { renewRecoveryCodes } from '#sign-in/second-factor/renew-recovery-codes.ts';
import { RecoveryCodes } from '#sign-in/second-factor/second-factor.shapes.ts';
import { findSecondFactor } from '#sign-in/second-factor/second-factor.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/me/second-factor/recovery-codes: replaces the recovery codes by ten new ones. */
export const postRecoveryCodes = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/second-factor/recovery-codes',
    confirmed: true,
    doc: {
      summary: 'Create new recovery codes',
      tag: 'Second factor',
      description: 'The previous codes no longer work.',
      responses: {
        201: { description: 'Made.', schema: RecoveryCodes },
        404: { description: 'The user has no authenticator app.' },
      },
    },
    async handle(request) {
      const { accountId, userId } = request.principal;
      const of = { accountId, userId };
      const recoveryCodes = await deps.db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        if (!(await findSecondFactor(tx, of))) throw noApp();
        const codes = await renewRecoveryCodes(deps, tx, of);
        const about = { targetType: 'User', targetId: userId };
        await deps.audit.append(tx, actorOf(request, 'web'), {
          action: 'second-factor.renew-codes',
          ...about,
        });
        await notifyUser(
          deps,
          tx,
          of,
          { kind: 'codes-renewed' },
          askedLocale(request.headers['accept-language']),
        );
        return codes;
      });
      const body: RecoveryCodes = { recoveryCodes: [...recoveryCodes] };
      return { status: 201, body };
    },
  });

export const noApp = () => fail('not-found', 'You have no authenticator app. Set one up first.');
