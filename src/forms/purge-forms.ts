import type { Database, Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { dropAttachmentsOf } from './attachments/attachment.store.ts';
import { listPurgeable, purgeForm } from './deleted-forms.store.ts';

const DAY_MS = 86_400_000;
/** How long a deleted form can be restored, in milliseconds. */
export const PURGE_AFTER_MS = 30 * DAY_MS;
const AT_ONCE = 200;

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

/** Removes due forms, each in its own transaction, until none is left. @throws the errors of the storage. */
export async function purgeDeleted({ db, clock, audit }: PurgeDeps): Promise<void> {
  const now = clock.now();
  const before = now - PURGE_AFTER_MS;
  for (;;) {
    const due = await listPurgeable(db.reader, before, AT_ONCE);
    for (const { accountId, id } of due) {
      await db.transaction(async (tx) => {
        if (!(await purgeForm(tx, accountId, id, before))) return;
        await dropAttachmentsOf(tx, accountId, id, now);
        const by = { accountId, via: 'system' } as const;
        await audit.append(tx, by, { action: 'form.purge', targetType: 'Form', targetId: id });
      });
    }
    if (due.length < AT_ONCE) return;
  }
}
