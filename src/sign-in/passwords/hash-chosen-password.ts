import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/**
 * Checks a chosen password against the policy, also against the user's names, and returns its hash.
 * @throws AppError `not-found`, `password-policy`, `busy`.
 */
export async function hashChosenPassword(
  { db, directory, passwords }: Pick<SignInDeps, 'db' | 'directory' | 'passwords'>,
  accountId: string,
  password: string,
  names: readonly string[],
): Promise<string> {
  const account = await directory.readAccount(db.reader, accountId);
  if (!account) throw fail('not-found', 'There is no such account.');
  const policy = await passwords.policy(account, 'web');
  policy.check(
    password,
    names.filter((name) => name !== ''),
  );
  return await passwords.hash(password, accountId);
}
