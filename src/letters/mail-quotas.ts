import { createHash } from 'node:crypto';
import { type CountClient, consumeEach } from '#http/quota.ts';
import type { Clock } from '#kernel/clock.ts';

const HOUR_S = 3600;
/** Letters about forms per hour: caused by one sender, and sent to one recipient. Further ones go into a digest. */
const LETTERS_BY_SENDER = 200;
const LETTERS_TO_RECIPIENT = 10;
const DAY_S = 24 * HOUR_S;
/** Letters a day to one address that somebody typed into a form, and to all such addresses of an organisation. */
const LETTERS_TO_ADDRESS = 5;
const LETTERS_TO_ADDRESSES = 500;

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

/**
 * Counts letters to addresses that were typed into forms, so that nobody floods a stranger through a form.
 * @returns whether a letter may be sent
 */
export function createAddressQuotas(
  clock: Clock,
  client: CountClient | undefined,
): (accountId: string, address: string) => Promise<boolean> {
  const count = (name: string, quota: number) =>
    consumeEach({ name, quota, windowSeconds: DAY_S }, { clock, client });
  const toAddress = count('mail-address', LETTERS_TO_ADDRESS);
  const ofAccount = count('mail-addresses', LETTERS_TO_ADDRESSES);
  return async (accountId, address) => {
    // The storage of the counts gets no addresses.
    const key = createHash('sha256').update(address.toLowerCase()).digest('base64url');
    if ((await toAddress(`${accountId} ${key}`)).isOver) return false;
    return !(await ofAccount(accountId)).isOver;
  };
}
