import type { Random } from '#kernel/ids.ts';

/** Letters and digits without those that look alike. There are 32, so that each byte maps to them evenly. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Returns a password of 80 random bits that is easy to type: `k7qd-9mtx-…`. */
export function makePassword(random: Random): string {
  const letters = [...random.bytes(GROUPS * GROUP_LENGTH)].map((byte) => LETTERS.charAt(byte % 32));
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    letters.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  );
  return groups.join('-');
}
