import type { Policy } from '#http/quota.ts';
import { counted } from '#kernel/counted.ts';
import { type AppError, fail } from '#kernel/errors.ts';

const MIB = 1_048_576;

interface Reached extends Policy {
  readonly name: keyof typeof SAID;
}

/** Says whose limit was reached; what follows it says when it ends. */
const SAID = {
  'link-sends-address': ({ limit, minutes }: Said) =>
    `Your internet connection has sent ${counted(limit, 'form')} within ${counted(minutes, 'minute')}, its limit.`,
  'link-sends-site': ({ limit, minutes }: Said) =>
    `Your network has sent ${counted(limit, 'form')} by this link within ${counted(minutes, 'minute')}, its limit.`,
  'link-sends': ({ minutes }: Said) =>
    `This link has reached its limit of forms within ${counted(minutes, 'minute')}, for all visitors together.`,
  'link-searches-site': ({ limit, minutes }: Said) =>
    `Your network has searched ${counted(limit, 'time')} by this link within ${counted(minutes, 'minute')}, its limit.`,
  'link-searches': ({ minutes }: Said) =>
    `This link has reached its limit of searches within ${counted(minutes, 'minute')}, for all visitors together.`,
  'link-uploads-address': ({ limit, minutes }: Said) =>
    `Your internet connection has uploaded ${counted(limit, 'file')} within ${counted(minutes, 'minute')}, its limit.`,
  'link-uploads-site': ({ limit }: Said) =>
    `Your network has uploaded ${mib(limit)} MiB by this link within a day, its limit.`,
  'link-uploads': () =>
    'This link has reached its limit of files that no sent form has yet, for all visitors together.',
  'link-codes-address': ({ limit, minutes }: Said) =>
    `Your internet connection has entered ${counted(limit, 'wrong code')} within ${counted(minutes, 'minute')}, its limit.`,
  'link-codes-site': ({ limit, minutes }: Said) =>
    `Your network has reached its limit of ${counted(limit, 'code')} within ${counted(minutes, 'minute')}.`,
  'link-codes': ({ limit, minutes }: Said) =>
    `This link has reached its limit of ${counted(limit, 'wrong code')} within ${counted(minutes, 'minute')}, for all visitors together.`,
} as const;

interface Said {
  readonly limit: number;
  readonly minutes: number;
}

/** The name of a limit of public links, which is also the reason of its refusal. */
export type LinkLimit = keyof typeof SAID;

/** Returns the refusal of a limit that ends at `endsAt`, milliseconds since the epoch. */
export function tooMany(
  { name: reason, quota: limit, windowSeconds }: Reached,
  endsAt: number,
  now: number,
): AppError {
  const wait = Math.max(1, Math.ceil((endsAt - now) / 1000));
  const [minutes, retryMinutes] = [windowSeconds / 60, Math.ceil(wait / 60)];
  const end = retryMinutes > 120 ? counted(Math.ceil(wait / 3600), 'hour') : `${retryMinutes} min`;
  const text = `${SAID[reason]({ limit, minutes })} It ends in ${end}.`;
  return fail('too-many-requests', text, {
    headers: { 'retry-after': String(wait) },
    because: { reason, limit, minutes, retryMinutes, retryHours: Math.ceil(wait / 3600) },
    extra: { endsAt: new Date(endsAt).toISOString(), 'violated-policies': [reason] },
  });
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
