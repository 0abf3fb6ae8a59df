import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type CopiedFiles, copyFiles, type FileSource } from './copy-files.ts';
import type { NamedFile } from './named-files.store.ts';

interface Taking {
  readonly source: FileSource;
  /** A new folder. */
  readonly to: string;
  readonly now: number;
}

/**
 * Copies the sound files of a backup into a folder, and marks those that are missing or damaged in the database that
 * names them.
 */
export async function takeFiles(
  database: string,
  { source, to, now }: Taking,
): Promise<CopiedFiles> {
  const faulty: NamedFile[] = [];
  const files = await copyFiles(database, source, to, (each) => faulty.push(each));
  for (const key of files.damaged) await rm(join(to, ...key.split('/')));
  change(database, (handle) => markFaulty(handle, faulty, now));
  return files;
}

/** Marks the files that were left out, and no others: what the service knew to be damaged may be sound in the backup. */
function markFaulty(
  handle: SqliteDatabase.Database,
  faulty: readonly NamedFile[],
  now: number,
): void {
  const columns = handle.prepare("select name from pragma_table_info('attachments')").pluck().all();
  // The service finds them again after it has brought the schema of an older version to its own.
  if (!columns.includes('damaged_at')) return;
  handle.transaction(() => {
    for (const [what, column] of Object.entries(MARKS)) {
      handle.exec(`update attachments set ${column} = null where ${column} is not null`);
      const mark = handle.prepare(
        `update attachments set ${column} = ? where account_id = ? and id = ?`,
      );
      for (const { of } of faulty) if (of?.what === what) mark.run(now, of.accountId, of.id);
    }
  })();
}

const MARKS = { file: 'damaged_at', picture: 'picture_damaged_at' };

export function change<T>(copy: string, work: (handle: SqliteDatabase.Database) => T): T {
  const handle = new SqliteDatabase(copy);
  try {
    return work(handle);
  } finally {
    handle.close();
  }
}
