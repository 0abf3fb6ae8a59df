import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import type { Settings } from '#config/settings.ts';
import type { Reader } from '#db/database.ts';
import {
  type Bucket,
  BucketRefusal,
  filesFolder,
  openBucketObjects,
  openFiles,
} from '#files/files.ts';
import { AppError } from '#kernel/errors.ts';
import { isCountingAnswers, selectDeviation } from '#quotas/index.ts';
import { type DoctorContext, type Finding, wordsOf } from './finding.ts';
import { listAccountCodes, listNewestFiles, type NewestFile } from './newest.store.ts';

const { ok, fault, skipped, warning } = wordsOf('stored files');
const LOOKED_AT = 100;
/** No object has a name that begins so: a list of them is empty. */
const NOTHING = '.formstead-doctor/';

/** Checks that attachments can be read from the configured storage, and that the totals of accounts are right. */
export async function checkStoredFiles(
  { settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  return [...(await checkNewest(settings, reader)), ...(await checkTotals(reader))];
}

async function checkNewest(settings: Settings, reader: Reader): Promise<readonly Finding[]> {
  const newest = await listNewestFiles(reader, LOOKED_AT);
  const { s3 } = settings.files;
  if (s3) return [await checkBucket(s3, settings.server.dataDir, newest[0])];
  if (newest.length === 0) return [skipped('no file was attached to a form yet')];
  const missing = await countMissing(filesFolder(settings.server.dataDir), newest);
  if (missing > 0) return [lost(missing, newest.length)];
  return [ok(`the newest ${newest.length} files of forms are where they belong`)];
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
    const what = `the account ${code} is held to have ${signed(-forms)} forms, ${signed(-bytes)} bytes of files and ${signed(-answers)} bytes of answers beside what it has`;
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
      found?.stream.destroy();
      if (!found) return lost(1, 1);
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

async function countMissing(folder: string, files: readonly NewestFile[]): Promise<number> {
  let missing = 0;
  for (const { storageKey, size } of files) {
    const found = await stat(join(folder, ...storageKey.split('/'))).catch(() => undefined);
    if (found?.size !== size) missing += 1;
  }
  return missing;
}

const lost = (missing: number, of: number): Finding =>
  fault(
    `${missing} of the newest ${of} files that forms name are not there`,
    'put back the folder files of the data directory from a backup, or point FORMSTEAD_FILES_S3_… at the right bucket',
  );
