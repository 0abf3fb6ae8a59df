import {
  cancelAssignment,
  changeAssignment,
  remindAssignee,
  requireAssignment,
} from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import { ActLost, isPassing, itemOutcome } from './act-outcome.ts';
import { type ActItem, recordOutcome } from './bulk-act.store.ts';
import type { BulkAct, ItemOutcome } from './bulk-act.ts';
import type { BulkWork } from './bulk-deps.ts';

/**
 * Acts on one assignment by the function that acts on single ones, with the rights that the actor has at that moment.
 * The outcome is recorded in the same transaction, so that nothing is done twice, however often a runner dies.
 * @throws ActLost
 * @throws AppError that passes, such as `busy`
 */
export async function actOnWork(
  deps: BulkWork,
  by: FormActor,
  job: BulkAct,
  { position, itemId }: ActItem,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, directory, clock } = deps;
  const record = async (tx: Tx, outcome: ItemOutcome): Promise<void> => {
    if (!(await recordOutcome(tx, job, position, outcome, clock.now()))) throw new ActLost();
  };
  try {
    await db.transaction(async (tx) => {
      const before = await requireAssignment(tx, directory, by, itemId);
      const { revision } = await perform(deps, tx, by, job, before.id);
      const isChanged = revision !== before.revision;
      await record(tx, isChanged ? { outcome: 'done' } : { outcome: 'skipped', reason: 'already' });
    });
  } catch (error) {
    if (error instanceof ActLost || isPassing(error)) throw error;
    if (!(error instanceof AppError)) onError(error);
    await db.transaction((tx) => record(tx, itemOutcome(error)));
  }
}

function perform(
  deps: BulkWork,
  tx: Tx,
  by: FormActor,
  { act, assignment, changes = {} }: BulkAct,
  id: string,
) {
  if (act === 'remind') return remindAssignee(deps)(tx, by, id);
  if (act === 'cancel') return cancelAssignment(deps)(tx, by, id);
  return changeAssignment(deps)(tx, by, id, { ...changes, assignee: assignment });
}
