import type { Database } from '#db/database.ts';
import { dueJob, type FormsEvents } from '#form-basics/index.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { lockAssignment } from './assignment.store.ts';
import { listUntoldWork, noteWorkTold } from './due-work-events.store.ts';

export interface DueWorkEventsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: FormsEvents;
}

/** Returns the job that tells listeners of work that becomes due before anybody began it. */
export const tellDueAssignments = (deps: DueWorkEventsDeps): Job =>
  dueJob(deps, {
    name: 'tell-due-assignments',
    list: listUntoldWork,
    async tell(tx, event, key, by) {
      const work = await lockAssignment(tx, key.accountId, key.id);
      // It may have been begun, ended or postponed since it was listed.
      if (work?.state !== 'waiting' || work.dueAt === undefined || work.dueAt > by) return;
      if (!(await noteWorkTold(tx, event, key))) return;
      const { accountId, id, templateId, revision, assignee, dueAt, reference } = work;
      await deps.events.append(tx, {
        type: `assignment.${event}`,
        at: deps.clock.now(),
        ...{ accountId, id, templateId, revision, assignment: assignee, dueAt },
        ...(reference !== undefined && { reference }),
      });
    },
  });
