import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import type { Settings } from '#config/settings.ts';
import type { Reader } from '#db/database.ts';
import { fileKey, filesFolder, openFiles } from '#files/files.ts';
import { AppError } from '#kernel/errors.ts';
import { selectDeviation } from '#quotas/index.ts';
import { type DoctorContext, type Finding, wordsOf } from './finding.ts';
import { listAccountCodes, listNewestFiles, type NewestFile } from './newest.store.ts';

const { ok, fault, skipped, warning } = wordsOf('stored files');
const LOOKED_AT = 100;
/** A key that no file has. */
const NOTHING = fileKey('doctor', '00000000-0000-7000-8000-000000000000');

/** Checks that attachments can be read from the configured storage, and that the totals of accounts are right. */
export async function checkStoredFiles(
  { settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  return [...(await checkNewest(settings, reader)), ...(await checkTotals(reader))];
}

async function checkNewest(settings: Settings, reader: Reader): Promise<readonly Finding[]> {
  const newest = await listNewestFiles(reader, LOOKED_AT);
  if (settings.files.s3) return [await checkBucket(settings, settings.files.s3.bucket, newest[0])];
  if (newest.length === 0) return [skipped('no file was attached to a form yet')];
  const missing = await countMissing(filesFolder(settings.server.dataDir), newest);
  if (missing > 0) return [lost(missing, newest.length)];
  return [ok(`the newest ${newest.length} files of forms are where they belong`)];
}

/** Compares the stored totals of each account with its actual files and forms. */
async function checkTotals(reader: Reader): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { id, code } of await listAccountCodes(reader)) {
    const [bytes, forms] = [
      await selectDeviation(reader, id, 'fileBytes'),
      await selectDeviation(reader, id, 'forms'),
    ];
    if (bytes === 0 && forms === 0) continue;
    const what = `the account ${code} is held to have ${signed(-forms)} forms and ${signed(-bytes)} bytes of files beside what it has`;
    findings.push(warning(what, `formstead account quota --recount --account ${code}`));
  }
  return findings;
}

const signed = (number: number): string => (number > 0 ? `+${number}` : String(number));

async function checkBucket(
  { files: of, server }: Settings,
  bucket: string,
  first: NewestFile | undefined,
): Promise<Finding> {
  try {
    const files = openFiles(of, server.dataDir);
    const found = await files.open(first?.storageKey ?? NOTHING);
    found?.stream.destroy();
    return first && !found ? lost(1, 1) : ok(`the bucket ${bucket} answers`);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    const what = `the bucket ${bucket} can't be read: ${explainFailure(cause)}`;
    return fault(what, 'check FORMSTEAD_FILES_S3_… and what the access key may do');
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
