import { actorOf } from '#audit/index.ts';
import type { Request, SessionPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** Checks the signed-in user's password. @throws AppError `confirmation-refused`, `sso-only`, `busy`. */
export async function requirePassword(
  { db, directory, passwords, signInThrottle, audit }: SignInDeps,
  request: Request<SessionPrincipal>,
  password: string,
  at: 'password' | 'current',
): Promise<void> {
  const { accountId, userId } = request.principal;
  await requirePasswordAllowed({ directory }, db.reader, accountId, userId);
  const hash = await directory.readPasswordHash(db.reader, accountId, userId);
  const user = { accountId, userId, passwordHash: hash };
  const isRight = await signInThrottle.attempt({ userName: '', user, ip: request.ip }, () =>
    passwords.verify(hash, password),
  );
  if (isRight) return;
  await db.transaction((tx) =>
    audit.append(tx, actorOf(request, 'web'), {
      action: 'session.confirm',
      result: 'refused',
      targetType: 'User',
      targetId: userId,
    }),
  );
  throw fail('confirmation-refused', 'The password is wrong.', {
    at,
    because: { reason: 'password-wrong' },
  });
}
