import type { FileOfForm } from '#attachments/index.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Reader } from '#db/database.ts';
import { isFileKey } from '#files/files.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';

/** A stored file that the database refers to. */
export interface NamedFile {
  readonly storageKey: string;
  /** Size in bytes. */
  readonly size: number;
  /** In hexadecimal; undefined for pictures and results of exports of an older version, which kept none. */
  readonly sha256?: string | undefined;
  /** What it is of a form; undefined for the result of an export. */
  readonly of?: FileOfForm;
}

const PAGE = 1000;

/**
 * Lists every file that the data names: attachments of forms, and results of exports.
 * @throws CommandFailure for a key that Formstead did not create, since as a path it could lead anywhere.
 */
export async function* listNamedFiles(db: Reader): AsyncIterable<NamedFile> {
  let after: { readonly account_id: string; readonly id: string } | undefined;
  for (;;) {
    const rows = await attachmentsBehind(db, after);
    for (const { account_id: accountId, id, ...row } of rows) {
      const { storage_key, size, sha256, picture_key, picture_size, picture_sha256 } = row;
      yield { ...named(storage_key, size), sha256, of: { accountId, id, what: 'file' } };
      if (!picture_key) continue;
      const of = { accountId, id, what: 'picture' } as const;
      yield { ...named(picture_key, picture_size), sha256: picture_sha256 ?? undefined, of };
    }
    after = rows.at(-1);
    if (rows.length < PAGE) break;
  }
  const jobs = await db.selectFrom('export_jobs').select('files').orderBy('id').execute();
  for (const { files } of jobs) yield* resultsOf(files);
}

/** @throws CommandFailure for a key that Formstead did not create, including keys of files waiting to be removed. */
export async function requireOwnKeys(db: Reader): Promise<void> {
  for await (const _ of listNamedFiles(db));
  const loose = await db.selectFrom('loose_files').select('storage_key').execute();
  for (const { storage_key } of loose) named(storage_key, 0);
}

function attachmentsBehind(
  db: Reader,
  after: { readonly account_id: string; readonly id: string } | undefined,
) {
  // All columns, because a backup of an older version lacks some.
  const all = db.selectFrom('attachments').selectAll();
  const rest =
    after === undefined
      ? all
      : all.where((eb) =>
          eb(eb.refTuple('account_id', 'id'), '>', eb.tuple(after.account_id, after.id)),
        );
  return rest.orderBy('account_id').orderBy('id').limit(PAGE).execute();
}

function named(key: unknown, size: unknown): NamedFile {
  if (typeof key === 'string' && isFileKey(key)) return { storageKey: key, size: Number(size) };
  const shown = JSON.stringify(String(key).slice(0, 100));
  throw new CommandFailure(
    `The data names a file under a key that Formstead did not make: ${shown}. It was changed by something else; nothing is copied.`,
  );
}

function resultsOf(text: string): readonly NamedFile[] {
  const value = parsed(text);
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw new CommandFailure(
      'The data is damaged: the results of an export are no list of files. Nothing is copied.',
    );
  }
  return value.map((each) => {
    const sha256 = member(each, 'sha256');
    return {
      ...named(member(each, 'storageKey'), member(each, 'size')),
      sha256: typeof sha256 === 'string' ? sha256 : undefined,
    };
  });
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
