import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** A source of randomness: `bytes(n)` returns n cryptographically random bytes. */
export interface Random {
  bytes(count: number): Buffer;
}

/** A source of resource ids. */
export interface Ids {
  /** Returns a UUIDv7 (RFC 9562 §5.7) that is larger than all earlier ones of this process. */
  next(): string;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const POOL_BYTES = 4096;
/** Number of random hexadecimal digits in an id. */
const TAIL_DIGITS = 16;
/** RFC 9562 §4.1: the variant is the two bits 10; these are the hexadecimal digits that begin with them. */
const VARIANTS = '89ab';

/** Creates ids that sort by creation: 48 bits of time, then a counter with a random start in each millisecond. */
export function createIds(clock: Clock, random: Random): Ids {
  let lastMs = 0;
  let time = '';
  let counter = 0;
  // Digits are drawn many at a time, which saves several small buffers per id.
  let pool = '';
  let used = 0;
  const take = (digits: number): string => {
    if (used + digits > pool.length) {
      pool = random.bytes(POOL_BYTES).toString('hex');
      used = 0;
    }
    used += digits;
    return pool.slice(used - digits, used);
  };
  const moveTo = (ms: number): void => {
    lastMs = ms;
    const digits = ms.toString(16).padStart(12, '0');
    time = `${digits.slice(0, 8)}-${digits.slice(8)}`;
  };
  return {
    next() {
      const now = clock.now();
      if (now > lastMs) {
        moveTo(now);
        counter = Number.parseInt(take(3), 16) & 0x7ff;
      } else {
        // The counter has 12 bits; when it overflows, the id borrows from the next millisecond.
        counter += 1;
        if (counter > 0xfff) {
          moveTo(lastMs + 1);
          counter = 0;
        }
      }
      const tail = take(TAIL_DIGITS);
      const variant = VARIANTS.charAt(Number.parseInt(tail.charAt(0), 16) & 0x3);
      const seq = counter.toString(16).padStart(3, '0');
      return `${time}-7${seq}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
    },
  };
}

/** Returns when an id of {@link createIds} was made, in milliseconds since the epoch. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
