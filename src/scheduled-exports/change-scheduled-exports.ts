import { checkSchedule } from '#answer-tables/index.ts';
import { lockText } from '#db/text-locks.ts';
import { type FormActor, normaliseId, readTimeZone, type Viewer } from '#form-basics/index.ts';
import { AppError, fail } from '#kernel/errors.ts';
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
  await requireOrder(deps, by, given);
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

/** What its owner changes of a scheduled export; undefined properties stay. */
export type ScheduledExportEdit = Partial<
  Pick<ScheduledExport, 'name' | 'viewId' | 'kind' | 'options' | 'delivery' | 'schedule'>
>;

/** Returns what changes, given how it is. */
type Edit = (before: ScheduledExport) => ScheduledExportEdit;

/**
 * Changes a scheduled export, pauses it, or lets it go on with its next date in the future. One that has stopped goes on if
 * its owner has the rights again. Others, who are admins, only pause it, because it acts with the rights of its owner.
 * @param paused undefined: as it is
 * @param edit undefined: only `paused` changes
 * @throws AppError `not-found`, `forbidden`, and why it could not be scheduled like this, or would stop again
 */
export async function changeScheduledExport(
  deps: ScheduledExportWrites,
  by: FormActor,
  id: string,
  { paused, edit }: { readonly paused: boolean | undefined; readonly edit: Edit | undefined },
): Promise<ScheduledExport> {
  const { db, clock, audit } = deps;
  const seen = await requireScheduledExport(deps, by, id);
  if ((edit || paused === false) && seen.ownerId !== by.userId) {
    throw fail(
      'forbidden',
      'Only the person who scheduled this export can change it or have it go on.',
    );
  }
  if (edit || paused === false) await requireOrder(deps, by, edited(seen, edit));
  return db.transaction(async (tx) => {
    const before = await lockScheduledExport(tx, seen);
    if (!before) throw noScheduledExport();
    const state = stateAfter(before.state, paused);
    if (!edit && before.state === state) return before;
    const timeZone = await readTimeZone(tx, by.accountId);
    const next = edited(before, edit);
    const open = firstOpenDay(next.schedule.time, timeZone, clock.now());
    // A day that is settled has its export, even if the time is later now.
    const fromDay = state === 'running' && open > before.fromDay ? open : before.fromDay;
    const reason = state === 'stopped' ? before.reason : undefined;
    const changed = planned({ ...next, state, reason, fromDay }, timeZone);
    await updateScheduledExport(tx, changed);
    for (const action of actionsOf(before.state, state, edit)) {
      await audit.append(tx, by, {
        action: `scheduled-export.${action}`,
        targetType: 'ScheduledExport',
        targetId: changed.id,
      });
    }
    return changed;
  });
}

/** Pauses one of a person who ends its mails, by an address that is in them. @returns false if it is gone */
export const pauseScheduledExport =
  (deps: ScheduledExportWrites) =>
  async (owner: Pick<Viewer, 'accountId' | 'userId'>, id: string): Promise<boolean> => {
    const by = { ...owner, role: 'member', via: 'web' } as const;
    try {
      await changeScheduledExport(deps, by, id, { paused: true, edit: undefined });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return false;
      throw error;
    }
  };

const edited = (before: ScheduledExport, edit: Edit | undefined): ScheduledExport => {
  const after = { ...before, ...edit?.(before) };
  return { ...after, schedule: checkSchedule(after.schedule) };
};

function actionsOf(
  before: ScheduledExport['state'],
  state: ScheduledExport['state'],
  edit: Edit | undefined,
): readonly string[] {
  const moved = before === state ? [] : [state === 'paused' ? 'pause' : 'resume'];
  return edit ? ['change', ...moved] : moved;
}

/** One that has stopped can't be paused: it says why it has stopped. */
function stateAfter(
  state: ScheduledExport['state'],
  paused: boolean | undefined,
): ScheduledExport['state'] {
  if (paused === undefined) return state;
  if (!paused) return 'running';
  return state === 'stopped' ? state : 'paused';
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

/** @throws AppError unless the export can be made now, by whom it acts for */
async function requireOrder(
  deps: ScheduledExportWrites,
  by: FormActor,
  given: NewScheduledExport,
): Promise<void> {
  if (given.viewId !== undefined && given.kind !== 'csv' && given.kind !== 'xlsx') {
    throw fail('invalid-value', 'A saved view belongs to csv and xlsx.', {
      at: 'kind',
      because: { reason: 'export-kind' },
    });
  }
  const order = await orderOf(deps, by, given);
  if ('stop' in order) throw refusal(order.stop);
}

/** Why a scheduled export is not begun at all. */
function refusal(stop: ExportStop): AppError {
  switch (stop) {
    case 'no-view':
      return fail(
        'invalid-value',
        'This saved view does not exist, or is not shared with you any more. Choose another one.',
        { at: 'viewId', because: { reason: 'unknown-view' } },
      );
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
