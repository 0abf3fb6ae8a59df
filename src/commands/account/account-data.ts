import { isoTime } from '#commands/shell/text.ts';
import type { Account } from '#directory/index.ts';

/** Returns the fields of an account that --json prints. */
export function accountData(account: Account) {
  const { id, code, name, active, basicAllowed, passwordMinLength, timeZone, ssoOnly, createdAt } =
    account;
  return {
    id,
    code,
    name,
    active,
    basicAllowed,
    ssoOnly,
    passwordMinLength,
    timeZone,
    createdAt: isoTime(createdAt),
  };
}
