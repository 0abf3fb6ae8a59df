import type { Database } from './database.ts';
import { tooSlow } from './reader-pool.ts';

const SCANS_MS = 2000;

/**
 * Returns the storage for one request whose scans have `allowedMs` together, 2,000 by default, however many there are.
 * The time in which they wait for the work of others does not count.
 * Past that, a scan throws AppError `query-too-slow`.
 */
export function withSharedDeadline(db: Database, allowedMs = SCANS_MS): Database {
  let spentMs = 0;
  return {
    ...db,
    async scan(query, { deadlineMs = allowedMs } = {}) {
      const left = allowedMs - spentMs;
      if (left < 1) throw tooSlow();
      return await db.scan(query, {
        deadlineMs: Math.min(deadlineMs, left),
        onRan: (ms) => {
          spentMs += ms;
        },
      });
    },
  };
}
