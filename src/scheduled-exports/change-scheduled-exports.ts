import { checkSchedule } from '#answer-tables/index.ts';
import { lockText } from '#db/dialect.ts';
import { type FormActor, normaliseId, readTimeZone, type Viewer } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { firstOpenDay } from '#recurrence/index.ts';
import { MAX_SCHEDULED_EXPORTS } from './limits.ts';
import { orderOf } from './order-of.ts';
import { type ExportStop, planned, type ScheduledExport } from './scheduled-export.ts';
import {
  countOfOwner,
  findScheduledExport,
  insertScheduledExport,
  lockScheduledExport,
  removeScheduledExport,
  updateScheduledExport,
} from './scheduled-exports.store.ts';
import type { ScheduledExportWrites } from './scheduled-exports-deps.ts';

export type NewScheduledExport = Pick<
  ScheduledExport,
  'name' | 'templateId' | 'viewId' | 'kind' | 'options' | 'delivery' | 'schedule'
>;

/**
 * Has an export made again and again from now on.
 * @throws AppError `invalid-value`, `forbidden`, `too-many`, and what an export that is begun by hand is refused with
 */
export async function createScheduledExport(
  deps: ScheduledExportWrites,
  by: FormActor,
  given: NewScheduledExport,
): Promise<ScheduledExport> {
  const { db, clock, ids, audit } = deps;
  const { accountId, userId } = by;
  const schedule = checkSchedule(given.schedule);
  if (given.viewId !== undefined && given.kind !== 'csv' && given.kind !== 'xlsx') {
    throw fail('invalid-value', 'A saved view belongs to csv and xlsx.', {
      at: 'kind',
      because: { reason: 'export-kind' },
    });
  }
  const order = await orderOf(deps, by, given);
  if ('stop' in order) throw refusal(order.stop);
  return db.transaction(async (tx) => {
    await lockText(tx, `scheduled exports ${accountId} ${userId}`);
    if ((await countOfOwner(tx, accountId, userId)) >= MAX_SCHEDULED_EXPORTS) {
      throw fail(
        'too-many',
        `You may have at most ${MAX_SCHEDULED_EXPORTS} scheduled exports. Delete one first.`,
        { because: { reason: 'most-items', limit: MAX_SCHEDULED_EXPORTS } },
      );
    }
    const timeZone = await readTimeZone(tx, accountId);
    const now = clock.now();
    const created = planned(
      {
        ...{ ...given, schedule, accountId, id: ids.next(), ownerId: userId, createdAt: now },
        ...{ state: 'running', reason: undefined, nextAt: undefined },
        fromDay: firstOpenDay(schedule.time, timeZone, now),
      },
      timeZone,
    );
    await insertScheduledExport(tx, created);
    await audit.append(tx, by, {
      action: 'scheduled-export.create',
      targetType: 'ScheduledExport',
      targetId: created.id,
      detail: {
        template: created.templateId,
        kind: created.kind,
        delivery: created.delivery,
        every: schedule.every,
      },
    });
    return created;
  });
}

/**
 * Pauses a scheduled export, or lets it go on with its next date in the future. One that has stopped goes on if its owner
 * has the rights again; only the owner may have it go on, because it acts with their rights.
 * @throws AppError `not-found`, `forbidden`, and why it would stop again
 */
export async function pauseScheduledExport(
  deps: ScheduledExportWrites,
  by: FormActor,
  id: string,
  paused: boolean,
): Promise<ScheduledExport> {
  const { db, clock, audit } = deps;
  const seen = await requireScheduledExport(deps, by, id);
  if (!paused) {
    if (seen.ownerId !== by.userId) {
      throw fail('forbidden', 'Only the person who scheduled this export can have it go on.');
    }
    const order = await orderOf(deps, by, seen);
    if ('stop' in order) throw refusal(order.stop);
  }
  return db.transaction(async (tx) => {
    const before = await lockScheduledExport(tx, seen);
    if (!before) throw noScheduledExport();
    const state = paused ? 'paused' : 'running';
    if (before.state === state || (paused && before.state === 'stopped')) return before;
    const timeZone = await readTimeZone(tx, by.accountId);
    const open = firstOpenDay(before.schedule.time, timeZone, clock.now());
    const fromDay = !paused && open > before.fromDay ? open : before.fromDay;
    const changed = planned({ ...before, state, reason: undefined, fromDay }, timeZone);
    await updateScheduledExport(tx, changed);
    await audit.append(tx, by, {
      action: paused ? 'scheduled-export.pause' : 'scheduled-export.resume',
      targetType: 'ScheduledExport',
      targetId: changed.id,
    });
    return changed;
  });
}

/** Deletes a scheduled export. Exports that it made stay as long as others. @throws AppError `not-found` */
export async function deleteScheduledExport(
  deps: ScheduledExportWrites,
  by: FormActor,
  id: string,
): Promise<void> {
  const seen = await requireScheduledExport(deps, by, id);
  await deps.db.transaction(async (tx) => {
    if (!(await lockScheduledExport(tx, seen))) throw noScheduledExport();
    await removeScheduledExport(tx, seen);
    await deps.audit.append(tx, by, {
      action: 'scheduled-export.delete',
      targetType: 'ScheduledExport',
      targetId: seen.id,
    });
  });
}

/** Returns a scheduled export of one's own, or any to an admin. */
async function requireScheduledExport(
  { db }: ScheduledExportWrites,
  { accountId, userId, role }: Viewer,
  id: string,
): Promise<ScheduledExport> {
  const known = normaliseId(id);
  const found = known && (await findScheduledExport(db.reader, { accountId, id: known }));
  if (found && (found.ownerId === userId || role === 'admin')) return found;
  throw noScheduledExport();
}

const noScheduledExport = (): AppError =>
  fail('not-found', 'There is no scheduled export with this id that you may see.');

/** Why a scheduled export is not begun at all. */
function refusal(stop: ExportStop): AppError {
  switch (stop) {
    case 'no-view':
      return fail('invalid-value', 'There is no view of these answers that you see.', {
        at: 'viewId',
        because: { reason: 'unknown-view' },
      });
    case 'not-admin':
      return fail('forbidden', 'Only an admin can have exports copied into the bucket.');
    case 'no-bucket':
      return fail('invalid-value', 'This installation copies no exports into a bucket.', {
        at: 'delivery',
        because: { reason: 'no-bucket' },
      });
    case 'no-template':
    case 'owner-inactive':
      return fail('not-found', 'There is no template with this id whose forms you may see.', {
        at: 'templateId',
      });
  }
}
