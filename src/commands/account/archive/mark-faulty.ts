import type SqliteDatabase from 'better-sqlite3';
import { CommandFailure } from '#commands/shell/failures.ts';
import { counted } from '#kernel/counted.ts';
import { attachmentPath } from './format.ts';

interface Row {
  readonly id: string;
  readonly formId: string;
  readonly fileName: string;
  readonly key: string;
}

const FILES = [
  { what: 'file', key: 'storage_key', mark: 'damaged_at' },
  { what: 'picture', key: 'picture_key', mark: 'picture_damaged_at' },
] as const;

/**
 * Marks staged attachments whose files did not arrive, and no others: what was damaged elsewhere may be sound here.
 * @param arrived whether the file with a key, as the archive names it, arrived intact
 * @returns the paths of the files that did not
 */
export function markFaulty(
  handle: SqliteDatabase.Database,
  arrived: (key: string) => boolean,
  now: number,
): readonly string[] {
  const lacking: string[] = [];
  for (const { what, key, mark } of FILES) {
    handle.exec(`update attachments set ${mark} = null where ${mark} is not null`);
    const rows = handle.prepare<[], Row>(
      `select id, form_id as "formId", file_name as "fileName", ${key} as key from attachments
       where ${key} is not null order by id`,
    );
    const faulty: string[] = [];
    for (const row of rows.iterate()) {
      if (arrived(row.key)) continue;
      faulty.push(row.id);
      lacking.push(attachmentPath(row, what));
    }
    const set = handle.prepare(`update attachments set ${mark} = ? where id = ?`);
    for (const id of faulty) set.run(now, id);
  }
  return lacking;
}

/** @throws CommandFailure */
export function requireNoneMissing(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new CommandFailure(
    `${counted(missing.length, 'file that the data names is', 'files that the data names are')} not in the archive, the first is ${JSON.stringify(missing[0]?.slice(0, 100))}. They were missing where it comes from: put them back there and export again, or import with --skip-damaged, and their forms show that these files are missing.`,
  );
}
