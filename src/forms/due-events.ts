import type { Database } from '#db/database.ts';
import { dueJob, type FormsEvents } from '#form-basics/index.ts';
import { lockForm } from '#form-records/index.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { listUntold, noteTold } from './due-events.store.ts';

export interface DueEventsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: FormsEvents;
}

/** Returns the job that tells listeners of drafts that become due. */
export const tellDueForms = (deps: DueEventsDeps): Job =>
  dueJob(deps, {
    name: 'tell-due-forms',
    list: listUntold,
    async tell(tx, event, key, by) {
      const form = await lockForm(tx, key.accountId, key.id);
      // It may have been completed, deleted or postponed since it was listed.
      if (form?.status !== 'draft' || form.deletedAt !== undefined) return;
      const { dueAt, accountId, id, templateId, revision, assignment } = form;
      if (dueAt === undefined || dueAt > by || !(await noteTold(tx, event, key))) return;
      const about = { accountId, id, templateId, revision, assignment, dueAt };
      await deps.events.append(tx, { type: `form.${event}`, at: deps.clock.now(), ...about });
    },
  });
