import type { Tx } from '#db/database.ts';
import {
  type ExportJob,
  findExport,
  findOwner,
  messageIn,
  withSeenResults,
} from '#exports/index.ts';
import type { ResultBucket } from '#files/files.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import { counted } from '#kernel/counted.ts';
import { listEnded, type OpenRun, settleRun } from './runs.store.ts';
import { findScheduledExport } from './scheduled-exports.store.ts';
import type { ScheduledExportJobs } from './scheduled-exports-deps.ts';
import { stopScheduledExport, tellOwner } from './tell-owner.ts';

const EVERY_MS = 10_000;
const MAIL_LIFE_MS = 7 * 86_400_000;

/**
 * Returns the job that delivers exports that are done: it queues the mail, or copies the files into the bucket and then
 * notes it. A copy has a name of its schedule and date, so that one that is made again replaces itself.
 */
export const deliverScheduledExports = (deps: ScheduledExportJobs): Job => ({
  name: 'deliver-scheduled-exports',
  everyMs: EVERY_MS,
  async run() {
    const failures = await actOnListed(
      (page) => listEnded(deps.db.reader, page),
      (run) => deliver(deps, run),
    );
    if (failures.length > 0) {
      throw new AggregateError(
        failures,
        `${counted(failures.length, 'export')} could not be delivered.`,
      );
    }
  },
});

type Outcome = Parameters<typeof settleRun>[2];

async function deliver(deps: ScheduledExportJobs, run: OpenRun): Promise<void> {
  const { db } = deps;
  const { accountId, scheduleId } = run;
  const each = await findScheduledExport(db.reader, { accountId, id: scheduleId });
  if (!each) return;
  const owner = await findOwner(db.reader, { accountId, createdBy: each.ownerId });
  const job = await findExport(db.reader, { accountId, userId: each.ownerId }, run.exportId);
  const settle = (outcome: Outcome, then: (tx: Tx) => Promise<void> = async () => undefined) =>
    db.transaction(async (tx) => {
      if (await settleRun(tx, run, outcome)) await then(tx);
    });
  const fail = (reason: string) =>
    settle({ outcome: 'failed', reason }, (tx) => tellOwner(deps, tx, each, 'failed'));
  if (!owner) {
    await settle({ outcome: 'failed', reason: 'owner-inactive' });
    return stopScheduledExport(deps, each, 'owner-inactive');
  }
  // The bell told the owner of an export that failed; one that they cancelled or deleted they know of.
  if (job?.state !== 'done') return settle({ outcome: 'failed', reason: whyNot(job) });
  const [seen] = await withSeenResults(deps, owner, [job]);
  if (!seen || seen.files.length === 0) return fail('results-hidden');
  if (each.delivery === 'mail') return settle({ outcome: 'made' }, (tx) => mail(deps, tx, run));
  const reason = owner.role !== 'admin' ? 'not-admin' : 'no-bucket';
  if (owner.role !== 'admin' || !deps.resultBucket) {
    await settle({ outcome: 'failed', reason });
    return stopScheduledExport(deps, each, reason);
  }
  try {
    await copyFiles(deps.resultBucket, `${owner.accountCode}/${scheduleId}/${run.day}`, seen);
  } catch (error) {
    await fail('bucket-failed');
    throw error;
  }
  return settle({ outcome: 'made' });
}

/** Copies the files under a name that says nothing of what is in them: `2026-12-01.csv`, and `2026-12-01-2.csv` for a second one. */
async function copyFiles(bucket: ResultBucket, name: string, { files }: ExportJob): Promise<void> {
  for (const [n, file] of files.entries()) {
    const ending = file.name.slice(file.name.lastIndexOf('.'));
    await bucket.copy(file.storageKey, `${name}${n === 0 ? '' : `-${n + 1}`}${ending}`);
  }
}

const whyNot = (job: ExportJob | undefined): string =>
  job?.state === 'failed' ? (messageIn(job.message).reason ?? 'internal') : 'cancelled';

/** Queues the mail, whose text is written when it is sent. */
const mail = (
  { mailQueue, clock }: ScheduledExportJobs,
  tx: Tx,
  { accountId, scheduleId, day }: OpenRun,
): Promise<void> =>
  mailQueue.append(tx, accountId, [
    {
      kind: 'scheduled-export',
      expiresAt: clock.now() + MAIL_LIFE_MS,
      content: { about: { scheduledExport: scheduleId, day } },
    },
  ]);
