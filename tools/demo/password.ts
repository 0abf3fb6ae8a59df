import type { Random } from '#kernel/ids.ts';

/** Without letters that look like others. 32 of them, so that a byte has no favourites. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** `k7qd-9mtx-…`: 80 random bits that can be typed. */
export function makePassword(random: Random): string {
  const letters = [...random.bytes(GROUPS * GROUP_LENGTH)].map((byte) => LETTERS.charAt(byte % 32));
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    letters.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  );
  return groups.join('-');
}
