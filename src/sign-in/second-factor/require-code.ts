import { actorOf } from '#audit/index.ts';
import type { Tx } from '#db/database.ts';
import type { Request, SessionPrincipal } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { askedLocale } from '#kernel/locale.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { checkCode } from './check-code.ts';
import { notifyOfUsedCode } from './notify-user.ts';
import { findSecondFactor } from './second-factor.store.ts';

/**
 * Checks that the signed-in user, if they have an authenticator app, knows a code in addition to the password. Returns
 * a function that marks the code as used; without an app, it does nothing.
 * @throws AppError `confirmation-code-refused`, `busy`.
 */
export async function requireCode(
  deps: SignInDeps,
  request: Request<SessionPrincipal>,
  code: string | undefined,
): Promise<(tx: Tx) => Promise<void>> {
  const { accountId, userId } = request.principal;
  const of = { accountId, userId };
  if (!(await findSecondFactor(deps.db.reader, of))) return async () => undefined;
  if (code === undefined) throw refused();
  const right = await checkCode(deps, of, code, request);
  if (right) {
    return async (tx) => {
      if (!(await right.use(tx))) throw refused();
      if (right.kind !== 'recovery-code') return;
      await notifyOfUsedCode(deps, tx, of, askedLocale(request.headers['accept-language']));
    };
  }
  await deps.db.transaction((tx) =>
    deps.audit.append(tx, actorOf(request, 'web'), {
      action: 'session.confirm',
      result: 'refused',
      targetType: 'User',
      targetId: userId,
      detail: { method: 'password', reason: 'wrong-code' },
    }),
  );
  throw refused();
}

const refused = (): AppError =>
  fail(
    'confirmation-code-refused',
    'The code is missing, is wrong or was used before. Enter the next code of your app, or a recovery code.',
    { at: 'code' },
  );
