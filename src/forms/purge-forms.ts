import { dropAttachmentsOf } from '#attachments/index.ts';
import type { Database, Tx } from '#db/database.ts';
import { listPurgeable, lockForm, type Purgeable, purgeForm } from '#form-records/index.ts';
import type { Job } from '#jobs/jobs.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { counted } from '#kernel/counted.ts';
import { forgetLongHistory } from './forget-history.ts';

const DAY_MS = 86_400_000;
/** How long a deleted form can be restored, in milliseconds. */
export const PURGE_AFTER_MS = 30 * DAY_MS;
const AT_ONCE = 200;
/** The number of failures that the log explains. */
const MOST_LOGGED = 10;

export interface PurgeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

/** Removes forms that were deleted 30 days ago, with their history and files. */
export const purgeDeletedForms = (deps: PurgeDeps): Job => ({
  name: 'purge-forms',
  everyMs: 60 * 60_000,
  run: () => purgeDeleted(deps),
});

/**
 * Removes due forms, each in its own transaction, until none is left. A form that fails keeps none behind it from being
 * removed, and is tried again in the next run.
 * @throws AggregateError what failed
 */
export async function purgeDeleted(deps: PurgeDeps): Promise<void> {
  const before = deps.clock.now() - PURGE_AFTER_MS;
  const failures: unknown[] = [];
  let after: Purgeable = { deletedAt: 0, accountId: '', id: '' };
  for (;;) {
    const due = await listPurgeable(deps.db.reader, before, after, AT_ONCE);
    for (const form of due) {
      await purge(deps, form, before).catch((error: unknown) => failures.push(error));
    }
    const last = due.at(-1);
    if (last === undefined || due.length < AT_ONCE) break;
    after = last;
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures.slice(0, MOST_LOGGED),
      `${counted(failures.length, 'deleted form')} could not be removed.`,
    );
  }
}

async function purge(
  { db, clock, audit }: PurgeDeps,
  form: Purgeable,
  before: number,
): Promise<void> {
  const { accountId, id } = form;
  await forgetLongHistory(db, form, async (tx) => {
    const { deletedAt = before } = (await lockForm(tx, accountId, id)) ?? {};
    return deletedAt < before;
  });
  await db.transaction(async (tx) => {
    if (!(await purgeForm(tx, accountId, id, before))) return;
    await dropAttachmentsOf(tx, accountId, id, clock.now());
    const by = { accountId, via: 'system' } as const;
    await audit.append(tx, by, { action: 'form.purge', targetType: 'Form', targetId: id });
  });
}
