import { readDamage, readFileCheck } from '#attachments/index.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import type { Settings } from '#config/settings.ts';
import type { Reader } from '#db/database.ts';
import {
  type Bucket,
  BucketRefusal,
  type FileState,
  type Files,
  fileState,
  openBucketObjects,
  openFiles,
} from '#files/files.ts';
import { counted } from '#kernel/counted.ts';
import { AppError } from '#kernel/errors.ts';
import { isCountingAnswers, selectDeviation } from '#quotas/index.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';
import { listAccountCodes, listNewestFiles, type NewestFile } from './newest.store.ts';

const { ok, fault, skipped, warning } = findingsOf('stored files');
const LOOKED_AT = 100;
const MOST_BYTES = 200_000_000;
/** No object has a name that begins so: a list of them is empty. */
const NOTHING = '.formstead-doctor/';

/** Checks that attachments can be read from the configured storage, and that the totals of accounts are right. */
export async function checkStoredFiles(
  { settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  return [
    ...(await checkNewest(settings, reader)),
    ...(await checkMarks(reader)),
    ...(await checkTotals(reader)),
  ];
}

async function checkNewest(settings: Settings, reader: Reader): Promise<readonly Finding[]> {
  const newest = await listNewestFiles(reader, LOOKED_AT);
  const { s3 } = settings.files;
  if (s3) return [await checkBucket(s3, settings.server.dataDir, newest[0])];
  if (newest.length === 0) return [skipped('no file was attached to a form yet')];
  const { missing, damaged, read } = await readNewest(
    openFiles({ s3: undefined }, settings.server.dataDir),
    newest,
  );
  if (missing > 0) return [lost(missing, read)];
  if (damaged > 0) return [changed(damaged, read)];
  return [
    ok(
      `the newest ${counted(read, 'file of a form is as it was', 'files of forms are as they were')} stored`,
    ),
  ];
}

/** Tells what the service and backups have found to be damaged. */
async function checkMarks(reader: Reader): Promise<readonly Finding[]> {
  const damage = await readDamage(reader);
  const { endedAt } = await readFileCheck(reader);
  if (damage !== undefined) {
    const since = new Date(damage.since).toISOString();
    const what = `${counted(damage.count, 'attachment was', 'attachments were')} missing or damaged at the last reading, the first since ${since}`;
    return [fault(what, PUT_BACK)];
  }
  if (endedAt === undefined) return [skipped('not all stored files have been read yet')];
  return [ok(`all stored files were read by ${new Date(endedAt).toISOString()}`)];
}

/** Compares the stored totals of each account with its actual files, forms and answers. */
async function checkTotals(reader: Reader): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const isCounting = await isCountingAnswers(reader);
  for (const { id, code } of await listAccountCodes(reader)) {
    const bytes = await selectDeviation(reader, id, 'fileBytes');
    const forms = await selectDeviation(reader, id, 'forms');
    // While they are being counted, their total is expected to be too low.
    const answers = isCounting ? 0 : await selectDeviation(reader, id, 'answerBytes');
    if (bytes === 0 && forms === 0 && answers === 0) continue;
    const what = `the account ${code} is held to have more or less than it has: forms ${signed(-forms)}, bytes of files ${signed(-bytes)}, bytes of answers ${signed(-answers)}`;
    findings.push(warning(what, `formstead account quota --recount --account ${code}`));
  }
  return findings;
}

const signed = (number: number): string => (number > 0 ? `+${number}` : String(number));

async function checkBucket(
  s3: Bucket,
  dataDir: string,
  first: NewestFile | undefined,
): Promise<Finding> {
  const { bucket } = s3;
  try {
    const lists = await mayList(s3);
    if (first) {
      const found = await openFiles({ s3 }, dataDir).open(first.storageKey);
      const state = await fileState(found, first);
      if (state === 'missing') return lost(1, 1);
      if (state === 'damaged') return changed(1, 1);
    }
    return lists ? ok(`the bucket ${bucket} answers`) : warning(...unlisted(bucket));
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    const what = `the bucket ${bucket} can't be read: ${explainFailure(cause)}`;
    return fault(what, 'check FORMSTEAD_FILES_S3_… and what the access key may do');
  }
}

const unlisted = (bucket: string) =>
  [
    `the access key may not list the bucket ${bucket}, so that a file that is missing is answered as an outage`,
    `allow it s3:ListBucket on ${bucket}`,
  ] as const;

/** @throws what keeps a bucket from answering, other than that the access key may not list it */
async function mayList(s3: Bucket): Promise<boolean> {
  try {
    await openBucketObjects(s3, NOTHING).list();
    return true;
  } catch (error) {
    if (error instanceof BucketRefusal && error.code === 'AccessDenied') return false;
    throw error;
  }
}

interface Read extends Record<FileState, number> {
  read: number;
}

/** Reads files to their end, until they are many bytes. */
async function readNewest(files: Files, newest: readonly NewestFile[]): Promise<Read> {
  const found: Read = { intact: 0, missing: 0, damaged: 0, read: 0 };
  let bytes = 0;
  for (const file of newest) {
    found[await fileState(await files.open(file.storageKey), file)] += 1;
    found.read += 1;
    bytes += file.size;
    if (bytes >= MOST_BYTES) break;
  }
  return found;
}

const PUT_BACK =
  'check the disk, and put back the folder files of the data directory from a backup, or point FORMSTEAD_FILES_S3_… at the right bucket';

const lost = (missing: number, of: number): Finding =>
  fault(
    `${missing} of the newest ${counted(of, 'file')} that forms name ${missing === 1 ? 'is' : 'are'} not there`,
    PUT_BACK,
  );

const changed = (damaged: number, of: number): Finding =>
  fault(
    `${damaged} of the newest ${counted(of, 'file')} of forms ${damaged === 1 ? 'has' : 'have'} other bytes than the ones that were stored`,
    PUT_BACK,
  );
