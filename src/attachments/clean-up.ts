import { areFilesHeld } from '#backups/index.ts';
import type { Tx } from '#db/database.ts';
import { forgetLoose, listLoose, lockForm, signaturesOf } from '#form-records/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { counted } from '#kernel/counted.ts';
import {
  type DueAttachment,
  dropAttachments,
  listDue,
  lockDue,
  postponeChecks,
} from './attachment.store.ts';
import { CHECK_COMPLETE_MS, ORPHAN_MS, SIGNATURE_FIELD } from './attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { idsNamedIn } from './named-ids.ts';

const MINUTE_MS = 60_000;
const AT_ONCE = 200;
/** Longer than any upload takes, so that a file that is still being uploaded is not removed. */
const LOOSE_MS = 60 * MINUTE_MS;
/** While files are copied, those that a row named when the copy began stay for so long, whatever becomes of the copy. */
const MOST_HELD_MS = 24 * 60 * MINUTE_MS;

type CleanUpDeps = Pick<AttachmentsDeps, 'db' | 'files' | 'clock'>;

/**
 * Removes files that no answer and no signed decision names after a day, and files whose form, export or upload no longer exists. A backup
 * that is being made still needs them.
 */
export const cleanFiles = (deps: CleanUpDeps): Job => ({
  name: 'clean-files',
  everyMs: 10 * MINUTE_MS,
  run: () => removeUnnamed(deps),
});

/**
 * Runs one round. The next one handles the rest. A form that can't be checked keeps none of the others from it.
 * @throws the errors of the storage, AggregateError what could not be checked
 */
export async function removeUnnamed(deps: CleanUpDeps): Promise<void> {
  const { db, files, clock } = deps;
  const now = clock.now();
  const failures: unknown[] = [];
  for (const due of await listDue(db.reader, now, AT_ONCE)) {
    try {
      await db.transaction((tx) => checkForm(tx, due, now));
    } catch (error) {
      failures.push(error);
      // Otherwise it would stay first in the list, before those of all accounts.
      const until = { now, next: now + ORPHAN_MS };
      await db.transaction((tx) => postponeChecks(tx, due.accountId, due.formId, until));
    }
  }
  const keptMs = (await areFilesHeld(db.reader, now)) ? MOST_HELD_MS : LOOSE_MS;
  for (const { accountId, storageKey } of await listLoose(db.reader, now - keptMs, AT_ONCE)) {
    await files.delete(storageKey);
    await forgetLoose(db.reader, accountId, storageKey);
  }
  await files.tidy(now);
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `The files of ${counted(failures.length, 'form')} were not checked.`,
    );
  }
}

async function checkForm(tx: Tx, due: DueAttachment, now: number): Promise<void> {
  const { accountId, formId } = due;
  const form = await lockForm(tx, accountId, formId);
  const named = form ? idsNamedIn(form.answers) : new Set<string>();
  const checked = await lockDue(tx, accountId, formId, now);
  const isSigned = checked.some(({ field }) => field === SIGNATURE_FIELD);
  const signed = isSigned ? await signaturesOf(tx, accountId, formId) : new Set<string>();
  const orphans = checked.filter(({ id }) => !named.has(id) && !signed.has(id));
  await dropAttachments(tx, accountId, orphans, now);
  const next = now + (form?.status === 'complete' ? CHECK_COMPLETE_MS : ORPHAN_MS);
  await postponeChecks(tx, accountId, formId, { now, next });
}
