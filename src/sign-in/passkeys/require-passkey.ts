import { actorOf } from '#audit/index.ts';
import type { Tx } from '#db/database.ts';
import type { Request, SessionPrincipal } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { ssoOnly } from '#sign-in/require-password-allowed.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import type { PasskeyAssertion } from './assertion.shapes.ts';
import { checkAssertion } from './check-assertion.ts';

/**
 * Checks that the signed-in user holds one of their passkeys. Returns a function that records its use.
 * @throws AppError `confirmation-refused`, `sso-only`.
 */
export async function requirePasskey(
  deps: SignInDeps,
  request: Request<SessionPrincipal>,
  assertion: PasskeyAssertion,
): Promise<(tx: Tx) => Promise<void>> {
  const { accountId, userId } = request.principal;
  const holder = await checkAssertion(deps, assertion);
  if (holder && holder.accountId === accountId && holder.userId === userId) {
    if (holder.bySsoOnly) throw ssoOnly();
    return async (tx) => {
      if (!(await holder.use(tx))) throw refused();
    };
  }
  await deps.db.transaction((tx) =>
    deps.audit.append(tx, actorOf(request, 'web'), {
      action: 'session.confirm',
      result: 'refused',
      targetType: 'User',
      targetId: userId,
      detail: { method: 'passkey' },
    }),
  );
  throw refused();
}

const refused = (): AppError =>
  fail(
    'confirmation-refused',
    'This does not prove that it is you. Check your password or passkey.',
    { at: 'passkey' },
  );
