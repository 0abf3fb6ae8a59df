import type { Database } from './database.ts';
import { tooSlow } from './reader-pool.ts';

const SCANS_MS = 2000;

/**
 * Returns the storage for one request whose scans have `allowedMs` together, 2,000 by default, however many there are.
 * Past that, a scan throws AppError `query-too-slow`.
 */
export function withSharedDeadline(db: Database, allowedMs = SCANS_MS): Database {
  const end = performance.now() + allowedMs;
  return {
    ...db,
    async scan(query, { deadlineMs = allowedMs } = {}) {
      const left = end - performance.now();
      if (left < 1) throw tooSlow();
      return await db.scan(query, { deadlineMs: Math.min(deadlineMs, left) });
    },
  };
}
