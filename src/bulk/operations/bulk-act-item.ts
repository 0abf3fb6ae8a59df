import type { BulkAct, WorkChanges } from '#bulk/bulk-act.ts';
import type { Reader } from '#db/database.ts';
import { readNames, timeOf } from '#form-basics/index.ts';
import { splitReason } from '#kernel/reasoned-text.ts';
import type { BulkActItem, BulkChanges } from './bulk-act.shapes.ts';

/** Returns actions as their owner sees them. */
export async function toItems(
  db: Reader,
  accountId: string,
  jobs: readonly BulkAct[],
): Promise<readonly BulkActItem[]> {
  const names = await readNames(
    db,
    accountId,
    jobs.flatMap(({ assignment }) => (assignment ? [assignment.id] : [])),
  );
  return jobs.map((job) => toItem(job, names));
}

/** The only reason for which an action fails as a whole. */
const isFailure = (word: string): word is 'owner-inactive' => word === 'owner-inactive';

function toItem(job: BulkAct, names: ReadonlyMap<string, string>): BulkActItem {
  const { id, act, assignment, changes, state, message, total, done, skipped, failed, finishedAt } =
    job;
  const name = assignment && names.get(assignment.id);
  return {
    ...{ id, act, state, total, done, skipped, failed },
    ...(assignment && { assignee: { ...assignment, ...(name !== undefined && { name }) } }),
    ...(changes && { changes: toChanges(changes) }),
    ...(message !== undefined && { message: splitReason(message, isFailure).text }),
    createdAt: new Date(job.createdAt).toISOString(),
    ...(finishedAt !== undefined && {
      finishedAt: new Date(finishedAt).toISOString(),
      expiresAt: new Date(job.expiresAt).toISOString(),
    }),
  };
}

const toChanges = ({ dueAt, ...changes }: WorkChanges): BulkChanges => ({
  ...changes,
  ...(dueAt !== undefined && { dueDate: dueAt === null ? null : timeOf(dueAt) }),
});
