import type { Services } from '#app.ts';
import type { Account } from '#directory/index.ts';

/** What people choose themselves is longer than what an identity provider may send. */
const MIN_LENGTH = 15;

/** @throws AppError `password-policy`. */
export function hashNewPassword(
  { passwords }: Services,
  chosen: { readonly password: string; readonly userName: string; readonly account: Account },
): Promise<string> {
  const { password, userName, account } = chosen;
  const context = { userName, accountName: account.name, minLength: MIN_LENGTH };
  passwords.checkPolicy(password, context);
  return passwords.hash(password);
}
