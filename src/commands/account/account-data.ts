import { isoTime } from '#commands/shell/text.ts';
import type { Account } from '#directory/index.ts';

/** What --json prints of an account. */
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
