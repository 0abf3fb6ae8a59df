import { sql } from 'kysely';
import type { Settings } from '#config/settings.ts';
import type { Database, Reader } from '#db/database.ts';
import { openSnapshot } from '#db/open-snapshot.ts';
import { sqliteFile } from '#db/open-sqlite.ts';

/**
 * Runs `work` on one moment of the data, while others write. SQLite's writers never wait for a reader, but a
 * transaction of {@link Database} would be one of them, so the file is opened once more.
 */
export async function withSnapshot<T>(
  { server }: Settings,
  db: Database,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  if (db.engine === 'postgres') {
    return db.transaction(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx);
      return work(tx);
    });
  }
  const file = openSnapshot(sqliteFile(server.dataDir));
  try {
    return await work(file.reader);
  } finally {
    await file.close();
  }
}
