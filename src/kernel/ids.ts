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

/** Ids that sort by creation: 48 bits of time, then a counter seeded at random in each millisecond. */
export function createIds(clock: Clock, random: Random): Ids {
  let lastMs = 0;
  let counter = 0;
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  const take = (count: number): Buffer => {
    if (used + count > pool.length) {
      pool = random.bytes(POOL_BYTES);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
  return {
    next() {
      const now = clock.now();
      if (now > lastMs) {
        lastMs = now;
        counter = take(2).readUInt16BE() & 0x7ff;
      } else {
        // 12 bits of counter; when they run out the id borrows from the next millisecond.
        counter += 1;
        if (counter > 0xfff) {
          lastMs += 1;
          counter = 0;
        }
      }
      const tail = take(8).toString('hex');
      const time = lastMs.toString(16).padStart(12, '0');
      const variant = (0x8 | (Number.parseInt(tail.charAt(0), 16) & 0x3)).toString(16);
      const seq = counter.toString(16).padStart(3, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${seq}-${variant}${tail.slice(1, 4)}-${tail.slice(4, 16)}`;
    },
  };
}
