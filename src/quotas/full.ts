import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { QuotaName } from './quotas.store.ts';

interface Amounts {
  readonly used: number;
  readonly limit: number;
}

const MIB = 1_048_576;
const mib = (bytes: number): string => (bytes / MIB).toFixed(1);

/** Returns the error for a full account. It names the usage, the limit and how to free space. */
export function accountFull(name: QuotaName, { used, limit }: Amounts): AppError {
  const extra = { used, limit };
  if (name === 'forms') {
    const text = `The account has ${counted(used, 'form')}, and its limit is ${limit}. Delete forms that you no longer need, or ask the operator for a higher limit.`;
    return fail('forms-full', text, { extra });
  }
  if (name === 'answerBytes') {
    const text = `The answers of the account take ${mib(used)} MiB, and its limit is ${mib(limit)} MiB. Delete forms that you no longer need, which frees space after 30 days, or ask the operator for a higher limit.`;
    return fail('answers-full', text, { extra });
  }
  const text = `The files of the account take ${mib(used)} MiB, and its limit is ${mib(limit)} MiB. Delete exports, which frees space immediately, or forms, which free space after 30 days. Or ask the operator for a higher limit.`;
  return fail('files-full', text, { extra });
}

const OF_DAY = {
  person: {
    reason: 'day-of-person',
    text: 'You added {used} MiB to forms today (UTC), and the limit is {limit} MiB a day.',
  },
  link: {
    reason: 'day-of-link',
    text: 'This link received {used} MiB today (UTC), and the limit is {limit} MiB a day.',
  },
  site: {
    reason: 'day-of-site',
    text: 'Your network sent {used} MiB by this link today (UTC), and the limit is {limit} MiB a day.',
  },
} as const;

/**
 * @param whose whose limit is reached
 * @param waitMs milliseconds until the next day (UTC) begins
 */
export function answersOfDayFull(
  whose: keyof typeof OF_DAY,
  { used, limit }: Amounts,
  waitMs: number,
): AppError {
  const { reason, text } = OF_DAY[whose];
  const said = text.replace('{used}', mib(used)).replace('{limit}', mib(limit));
  return fail('answers-of-day-full', `${said} Try again tomorrow.`, {
    because: { reason },
    extra: { used, limit },
    headers: retryAfter(waitMs),
  });
}

const retryAfter = (waitMs: number) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)) });

/** @param waitMs milliseconds until the next day (UTC) begins */
export function uploadsFull(
  { used, limit, isLink }: Amounts & { readonly isLink: boolean },
  waitMs: number,
): AppError {
  const headers = retryAfter(waitMs);
  if (isLink) {
    const retryHours = Math.ceil(waitMs / 3_600_000);
    const text = `This link received ${mib(used)} MiB of files today (UTC), and its limit is ${mib(limit)} MiB a day, for all visitors together. The day ends in ${counted(retryHours, 'hour')}.`;
    const because = { reason: 'link-uploads-day', used, limit, retryHours } as const;
    return fail('uploads-full', text, { because, headers });
  }
  const text = `You uploaded ${mib(used)} MiB today (UTC), and the limit is ${mib(limit)} MiB a day. Try again tomorrow.`;
  return fail('uploads-full', text, { extra: { used, limit }, headers });
}
