import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Where randomness comes from: `bytes(n)` gives n cryptographically random bytes. */
export interface Random {
  bytes(count: number): Buffer;
}

/** Where resource ids come from. */
export interface Ids {
  /** A UUIDv7 (RFC 9562 §5.7), larger than every one made before it in this process. */
  next(): string;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const POOL_BYTES = 4096;
/** Hexadecimal digits of an id that are random. */
const TAIL_DIGITS = 16;
/** RFC 9562 §4.1: the variant is two bits, 10; these are the digits that begin with them. */
const VARIANTS = '89ab';

/** Ids that sort by creation: 48 bits of time, then a counter seeded at random in each millisecond. */
export function createIds(clock: Clock, random: Random): Ids {
  let lastMs = 0;
  let time = '';
  let counter = 0;
  // Digits are made many at a time, since each id would otherwise pay for several small buffers.
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
        // 12 bits of counter; when they run out the id borrows from the next millisecond.
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
