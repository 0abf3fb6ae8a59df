import type { Database, Tx } from '#db/database.ts';
import type { FormsEvents } from '#form-basics/index.ts';
import { lockForm } from '#form-records/index.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { type DueEvent, listUntold, noteTold, type UntoldForm } from './due-events.store.ts';

const EVERY_MS = 30_000;

/** How long before a form is due its event is sent. */
const AHEAD_MS: Readonly<Record<DueEvent, number>> = { due: 86_400_000, overdue: 0 };

export interface DueEventsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: FormsEvents;
}

/**
 * Returns the job that tells listeners of drafts that become due. Each form is told of in a transaction of its own,
 * which also notes the date, so that a node that stops, or a second one, tells nothing twice and loses nothing, and
 * others write between them.
 */
export const tellDueForms = (deps: DueEventsDeps): Job => ({
  name: 'tell-due-forms',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const failures: unknown[] = [];
    for (const event of ['due', 'overdue'] as const) {
      const by = clock.now() + AHEAD_MS[event];
      const failed = await actOnListed(
        (page) => listUntold(db.reader, event, by, page),
        (form) => db.transaction((tx) => tell(deps, tx, event, form, by)),
      );
      failures.push(...failed);
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, `Listeners were not told of ${failures.length} forms.`);
    }
  },
});

async function tell(
  { clock, events }: DueEventsDeps,
  tx: Tx,
  event: DueEvent,
  key: UntoldForm,
  by: number,
): Promise<void> {
  const form = await lockForm(tx, key.accountId, key.id);
  // It may have been completed, deleted or postponed since it was listed.
  if (form?.status !== 'draft' || form.deletedAt !== undefined) return;
  const { dueAt, accountId, id, templateId, revision, assignment } = form;
  if (dueAt === undefined || dueAt > by || !(await noteTold(tx, event, key))) return;
  const at = clock.now();
  const type = `form.${event}` as const;
  await events.append(tx, { type, accountId, at, id, templateId, revision, assignment, dueAt });
}
