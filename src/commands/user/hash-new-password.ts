import type { Account } from '#directory/index.ts';
import type { Services } from '#services.ts';

/** @throws AppError `password-policy`. */
export async function hashNewPassword(
  { passwords }: Services,
  chosen: {
    readonly password: string;
    /** Of the user, the userName among them. */
    readonly names: readonly string[];
    readonly account: Account;
  },
): Promise<string> {
  const policy = await passwords.policy(chosen.account, 'web');
  policy.check(chosen.password, chosen.names);
  return passwords.hash(chosen.password);
}
