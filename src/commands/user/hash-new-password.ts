import type { Account } from '#directory/index.ts';
import type { Services } from '#services.ts';

/** Checks a password against the policy of the account and hashes it. @throws AppError `password-policy`. */
export async function hashNewPassword(
  { passwords }: Services,
  chosen: {
    readonly password: string;
    /** Names of the user, including the userName, which the password must not contain. */
    readonly names: readonly string[];
    readonly account: Account;
  },
): Promise<string> {
  const policy = await passwords.policy(chosen.account, 'web');
  policy.check(chosen.password, chosen.names);
  return passwords.hash(chosen.password);
}
