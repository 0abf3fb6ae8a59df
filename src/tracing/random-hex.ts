import type { Random } from '#kernel/ids.ts';

const POOL_BYTES = 4096;

/** Returns a function that draws random hexadecimal digits, many at a time, which saves a small buffer for each span. */
export function createHex(random: Random): (digits: number) => string {
  let pool = '';
  let used = 0;
  return (digits) => {
    if (used + digits > pool.length) {
      pool = random.bytes(POOL_BYTES).toString('hex');
      used = 0;
    }
    used += digits;
    return pool.slice(used - digits, used);
  };
}
