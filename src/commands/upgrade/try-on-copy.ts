import { stat } from 'node:fs/promises';
import { copySqlite } from '#commands/backup/copy-database.ts';
import type { World } from '#commands/shell/command.ts';
import { makeWorkFolder, UPGRADE } from '#commands/work-folder/work-folder.ts';
import type { Settings } from '#config/settings.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { spaceOf } from '#kernel/free-space.ts';

/** How the migrations went on a copy, or why they were not tried. */
export type Trial =
  | { readonly copyMs: number; readonly migrateMs: number; readonly bytes: number }
  | { readonly reason: string };

/** The copy, and once more for what the migrations write. */
const COPIES = 2;
/** Stays free, so that the service does not meet a full disk. */
const SPARE_BYTES = 100_000_000;

/**
 * Runs the pending migrations on a copy of an SQLite database, beside it, and deletes the copy.
 * @throws what a migration throws on this data
 */
export async function tryOnCopy({ clock, random }: World, { server }: Settings): Promise<Trial> {
  const { dataDir } = server;
  const { size } = await stat(sqliteFile(dataDir));
  const { free } = await spaceOf(dataDir);
  const needed = COPIES * size + SPARE_BYTES;
  if (free < needed) {
    const [all, there] = [needed, free].map((bytes) => Math.ceil(bytes / 1_000_000));
    return { reason: `the copy needs ${all} MB of the disk, and ${there} MB are free.` };
  }
  const { path: folder, remove } = await makeWorkFolder(dataDir, UPGRADE);
  try {
    const start = clock.now();
    await copySqlite(sqliteFile(dataDir), sqliteFile(folder));
    const copied = clock.now();
    const db = await openDatabase({ dataDir: folder, clock, random, migrate: false });
    try {
      await db.transaction((tx) => migrate(tx, copied));
    } finally {
      await db.close();
    }
    return { copyMs: copied - start, migrateMs: clock.now() - copied, bytes: size };
  } finally {
    await remove();
  }
}
