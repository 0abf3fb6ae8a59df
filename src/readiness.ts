import type { Settings } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import { requireAnswer } from '#db/require-answer.ts';
import type { Readiness } from '#http/health-endpoints.ts';
import { spaceOf } from '#kernel/free-space.ts';
import type { StoredKeyRing } from '#keys/index.ts';

interface Storage {
  readonly db: Database;
  readonly ring: StoredKeyRing;
  readonly settings: Pick<Settings, 'server'>;
}

/** In bytes; SQLite's log may grow by 16 MB before it is moved into the database file (db/checkpoint.ts). */
const LEAST_ROOM = 20_000_000;

/** Returns whether the storage can be read and written, and holds the keys. Never rejects. */
export async function storageReadiness({ db, ring, settings }: Storage): Promise<Readiness> {
  if (db.isDamaged()) return 'unavailable';
  try {
    if (db.engine === 'sqlite') {
      // While SQLite overwrites its log, writes succeed on a full disk; soon after, they fail.
      const { free } = await spaceOf(settings.server.dataDir);
      if (free < LEAST_ROOM) return 'unavailable';
    }
    await requireAnswer(db);
    await ring.current();
    return 'ready';
  } catch {
    return 'unavailable';
  }
}
