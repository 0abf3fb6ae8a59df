import type { Reader } from '#db/database.ts';
import { readSchemaState } from '#db/migrate.ts';
import { attachments } from '#db/migrations/20261121-attachments.ts';
import { exports } from '#db/migrations/20261121-exports.ts';

/** A stored file that something names. */
export interface NamedFile {
  readonly storageKey: string;
  /** Bytes. */
  readonly size: number;
}

const PAGE = 1000;

/** Every file that the data names: what is attached to forms, and results of exports. */
export async function* listNamedFiles(db: Reader): AsyncIterable<NamedFile> {
  let after: { readonly account_id: string; readonly id: string } | undefined;
  const { done } = await readSchemaState(db);
  // A backup of an older version has neither.
  if (!done.includes(attachments.name) || !done.includes(exports.name)) return;
  for (;;) {
    const rows = await attachmentsBehind(db, after);
    for (const row of rows) yield { storageKey: row.storage_key, size: Number(row.size) };
    after = rows.at(-1);
    if (rows.length < PAGE) break;
  }
  const jobs = await db.selectFrom('export_jobs').select('files').orderBy('id').execute();
  for (const job of jobs) {
    const files: readonly NamedFile[] = JSON.parse(job.files);
    for (const { storageKey, size } of files) yield { storageKey, size };
  }
}

function attachmentsBehind(
  db: Reader,
  after: { readonly account_id: string; readonly id: string } | undefined,
) {
  const all = db.selectFrom('attachments').select(['account_id', 'id', 'storage_key', 'size']);
  const rest =
    after === undefined
      ? all
      : all.where((eb) =>
          eb(eb.refTuple('account_id', 'id'), '>', eb.tuple(after.account_id, after.id)),
        );
  return rest.orderBy('account_id').orderBy('id').limit(PAGE).execute();
}
