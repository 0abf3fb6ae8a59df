import { createHash } from 'node:crypto';
import { type FileState, fileState } from '#files/files.ts';
import type { Job } from '#jobs/jobs.ts';
import { toAttachment } from './attachment.store.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import {
  keepPictureHash,
  readFileCheck,
  selectFilesToCheck,
  writeFileCheck,
} from './file-check.store.ts';
import { markDamaged, markIntact } from './file-damage.store.ts';
import { type KnownFile, pictureOf, uploadOf } from './open-stored.ts';

const EVERY_MS = 5000;
/** On average. A disk reads fifty times as much, so that nobody waits for this. */
const BYTES_PER_SECOND = 2 * 1_048_576;
const BYTES_AT_ONCE = 10 * 1_048_576;
const FILES_AT_ONCE = 100;
/** A round begins this long after the last one began. */
const ROUND_MS = 7 * 86_400_000;
/** After a storage that does not answer. */
const PATIENCE_MS = 60_000;

interface CheckDeps extends Pick<AttachmentsDeps, 'db' | 'files' | 'clock'> {
  /** Told of each file that is found to be damaged, once. */
  readonly onDamage: (file: KnownFile, state: FileState) => void;
}

/**
 * Reads all attachments and their pictures in turn, in rounds of a week, and marks those that are missing or whose
 * bytes are not the ones that were stored. It goes on where it was when a node stops. Results of exports are not read:
 * they are kept for a week, and compared when somebody downloads them.
 */
export function checkStoredFiles(deps: CheckDeps): Job {
  let notBefore = 0;
  return {
    name: 'check-files',
    everyMs: EVERY_MS,
    async run() {
      const now = deps.clock.now();
      // Further ahead than a turn is put off: the clock went back since.
      if (now < notBefore && notBefore <= now + PATIENCE_MS) return;
      notBefore = now + PATIENCE_MS;
      const bytes = await checkSome(deps);
      notBefore = now + Math.min(PATIENCE_MS, (1000 * bytes) / BYTES_PER_SECOND);
    },
  };
}

/**
 * Reads some files of the present round, or begins one if it is time.
 * @returns how many bytes were read
 * @throws AppError `storage-unavailable`: the next turn begins with the same files
 */
export async function checkSome(deps: CheckDeps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const { beganAt, endedAt, after } = await readFileCheck(db.reader);
  const age = now - (beganAt ?? 0);
  // A round that seems to have begun in the future was dated by a wrong clock.
  if (after === undefined && beganAt !== undefined && age >= 0 && age < ROUND_MS) return 0;
  const begun = after === undefined ? now : beganAt;
  const rows = await selectFilesToCheck(db.reader, after, FILES_AT_ONCE);
  let bytes = 0;
  let last = after;
  for (const row of rows) {
    const attachment = toAttachment(row);
    const { account_id: accountId, id } = row;
    for (const file of [uploadOf(accountId, attachment), pictureOf(accountId, attachment)]) {
      if (file === undefined) continue;
      await checkFile(deps, file);
      bytes += file.size;
    }
    last = { accountId, id };
    if (bytes >= BYTES_AT_ONCE) break;
  }
  const isDone = rows.length < FILES_AT_ONCE && last?.id === (rows.at(-1)?.id ?? after?.id);
  await writeFileCheck(
    db.reader,
    isDone ? { beganAt: begun, endedAt: now } : { beganAt: begun, endedAt, after: last },
  );
  return bytes;
}

async function checkFile(
  { db, files, clock, onDamage }: CheckDeps,
  file: KnownFile,
): Promise<void> {
  const hash = createHash('sha256');
  const opened = await files.open(file.storageKey);
  if (file.sha256 === undefined) opened?.stream.on('data', (piece: Buffer) => hash.update(piece));
  const state = await fileState(opened, file);
  if (state === 'intact') {
    if (file.isDamaged) await markIntact(db.reader, file);
    // The first look at a picture of an older version is the best that is known of it.
    if (file.sha256 === undefined) await keepPictureHash(db.reader, file, hash.digest('hex'));
    return;
  }
  await markDamaged(db.reader, file, clock.now());
  if (!file.isDamaged) onDamage(file, state);
}
