import { type CountClient, consumeEach } from '#http/quota.ts';
import type { Clock } from '#kernel/clock.ts';

const HOUR_S = 3600;
/** Letters about forms per hour: caused by one sender, and sent to one recipient. Further ones go into a digest. */
const LETTERS_BY_SENDER = 200;
const LETTERS_TO_RECIPIENT = 10;

/** Counts a letter from one person to another. @returns whether it may be sent on its own */
export type MayMail = (
  accountId: string,
  of: { readonly by: string; readonly to: string },
) => Promise<boolean>;

/** @param client the store in which nodes count together; undefined if there is only one node */
export function createMailQuotas(clock: Clock, client: CountClient | undefined): MayMail {
  const count = (name: string, quota: number) =>
    consumeEach({ name, quota, windowSeconds: HOUR_S }, { clock, client });
  const bySender = count('mail-sender', LETTERS_BY_SENDER);
  const toRecipient = count('mail-recipient', LETTERS_TO_RECIPIENT);
  return async (accountId, { by, to }) => {
    if ((await bySender(`${accountId} ${by}`)).isOver) return false;
    return !(await toRecipient(`${accountId} ${to}`)).isOver;
  };
}
