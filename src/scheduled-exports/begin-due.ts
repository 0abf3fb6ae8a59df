import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { beginExport, findOwner } from '#exports/index.ts';
import { type FormActor, readTimeZone } from '#form-basics/index.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import { counted } from '#kernel/counted.ts';
import { AppError } from '#kernel/errors.ts';
import type { Occurrence } from '#recurrence/index.ts';
import { DELIVERIES_KEPT_MS } from './limits.ts';
import { type ExportOrder, orderOf } from './order-of.ts';
import { forgetRuns, insertDelivery, type Run } from './runs.store.ts';
import {
  openExportDates,
  planned,
  type ScheduledExport,
  type ScheduleKey,
} from './scheduled-export.ts';
import {
  findScheduledExport,
  listDueExports,
  listStale,
  lockScheduledExport,
  updateScheduledExport,
} from './scheduled-exports.store.ts';
import type { ScheduledExportJobs } from './scheduled-exports-deps.ts';
import { stopScheduledExport, tellOwner } from './tell-owner.ts';

const EVERY_MS = 30_000;

/**
 * Returns the job that begins the exports that are due. Each date is settled in a transaction of its own, which also plans
 * the next one, so that a node that stops, or a second one, begins nothing twice and loses nothing.
 */
export const beginScheduledExports = (deps: ScheduledExportJobs): Job => ({
  name: 'begin-scheduled-exports',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const failures = [
      ...(await actOnListed(
        (page) => listStale(db.reader, page),
        (key) => db.transaction((tx) => planAnew(tx, key)),
      )),
      ...(await actOnListed(
        (page) => listDueExports(db.reader, clock.now(), page),
        (key) => beginDue(deps, key),
      )),
    ].filter((error) => !isCrowded(error));
    if (failures.length > 0) {
      throw new AggregateError(
        failures,
        `${counted(failures.length, 'scheduled export')} could not begin.`,
      );
    }
  },
});

/** Its owner has as many unfinished exports as they may have. The date stays due, and is tried again in the next run. */
const isCrowded = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'too-many-exports';

/** Computes the next date again: the organisation or a time zone has changed. */
async function planAnew(tx: Tx, key: ScheduleKey): Promise<void> {
  const each = await lockScheduledExport(tx, key);
  if (each) await updateScheduledExport(tx, planned(each, await readTimeZone(tx, key.accountId)));
}

/** What becomes of the newest date that is due. */
type Settle = (tx: Tx, each: ScheduledExport, date: Occurrence) => Promise<Omit<Run, 'day'>>;

async function beginDue(deps: ScheduledExportJobs, key: ScheduleKey): Promise<void> {
  const { db } = deps;
  const each = await findScheduledExport(db.reader, key);
  if (!each) return;
  const { accountId, ownerId } = each;
  const owner = await findOwner(db.reader, { accountId, createdBy: ownerId });
  if (!owner) return stopScheduledExport(deps, key, 'owner-inactive');
  const by: FormActor = { accountId, userId: ownerId, role: owner.role, via: 'system' };
  try {
    const order = await orderOf(deps, by, each);
    if ('stop' in order) return await stopScheduledExport(deps, key, order.stop);
    await db.transaction((tx) => settleDue(deps, tx, key, beginAs(deps, by, order)));
    deps.exportRunner.wake();
  } catch (error) {
    if (!(error instanceof AppError) || isCrowded(error)) throw error;
    // The transaction is undone. Asking again would be refused again, and the later dates would wait for ever.
    const { code: reason } = error;
    await db.transaction((tx) =>
      settleDue(deps, tx, key, async () => {
        await tellOwner(deps, tx, each, 'failed');
        return { outcome: 'failed', reason };
      }),
    );
  }
}

const beginAs =
  (
    deps: ScheduledExportJobs,
    by: FormActor,
    { asked }: Extract<ExportOrder, { asked: unknown }>,
  ): Settle =>
  async (tx) => {
    const job = await beginExport(deps, tx, by, asked);
    return { outcome: 'running', exportId: job.id };
  };

/** Settles the newest date that is due, and leaves out those before it: nobody needs the exports of a whole outage. */
async function settleDue(
  { clock }: ScheduledExportJobs,
  tx: Tx,
  key: ScheduleKey,
  settle: Settle,
): Promise<void> {
  // Beginning an export takes this lock, and locks are taken in order.
  await lockAccount(tx, key.accountId);
  const each = await lockScheduledExport(tx, key);
  const now = clock.now();
  // Another node has settled it, or somebody has paused or deleted it meanwhile.
  if (each?.nextAt === undefined || each.nextAt > now) return;
  const timeZone = await readTimeZone(tx, key.accountId);
  const due = dueDates(each, timeZone, now);
  const date = due.at(-1);
  if (date) {
    for (const { day } of due.slice(0, -1)) {
      await insertDelivery(tx, key, { day, outcome: 'left-out' }, now);
    }
    await insertDelivery(tx, key, { day: date.day, ...(await settle(tx, each, date)) }, now);
    await forgetRuns(tx, key, now - DELIVERIES_KEPT_MS);
  }
  const fromDay = date
    ? Temporal.PlainDate.from(date.day).add({ days: 1 }).toString()
    : each.fromDay;
  await updateScheduledExport(tx, planned({ ...each, fromDay }, timeZone));
}

function dueDates(each: ScheduledExport, timeZone: string, now: number): readonly Occurrence[] {
  const due: Occurrence[] = [];
  for (const date of openExportDates(each, timeZone)) {
    if (date.at > now) break;
    due.push(date);
  }
  return due;
}
