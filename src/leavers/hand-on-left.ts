import { checkAssignee, handOnAssignment } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import { type Assignment as Assignee, type FormActor, normaliseId } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { handOnSeries } from '#series/index.ts';
import type { LeaversDeps } from './leavers-deps.ts';
import { type LeftKind, type LeftRow, START, selectLeft } from './left-work.store.ts';
import { mayHandOnEach, successorsOf } from './left-work.ts';

interface Left {
  readonly leaver: string;
  readonly kind: LeftKind;
  readonly id: string;
  /** Whom it goes to; undefined: the one who is proposed. */
  readonly to?: Assignee | undefined;
}

/**
 * Hands on something that a leaver left, after asking again what it is and who may.
 * @throws AppError `not-found` if it is no leaver's any more, or not the actor's to hand on; `unknown-assignee` if
 * nobody is proposed or the user is not active, and those of handing on
 */
export const handOnLeft =
  (deps: LeaversDeps) =>
  async (tx: Tx, by: FormActor, { leaver, kind, id, to }: Left): Promise<void> => {
    const row = await findLeft(deps, tx, by, { leaver, kind, id });
    const assignee = await choose(deps, tx, by, row, to);
    if (row.kind === 'assignment') await handOnAssignment(deps)(tx, by, row.id, assignee);
    else if (row.kind === 'form') await deps.forms.handOnForm(tx, by, row.id, assignee);
    else {
      const successor = row.kind === 'series' ? { assignee } : { sender: assignee.id };
      await handOnSeries(deps)(tx, by, row.id, successor);
    }
  };

/** Returns whom something goes to. */
async function choose(
  deps: LeaversDeps,
  tx: Tx,
  by: FormActor,
  row: LeftRow,
  to: Assignee | undefined,
): Promise<Assignee> {
  const may = (await mayHandOnEach(deps, tx, by, [row]))(row);
  if (may === undefined) throw nothingLeft();
  const proposed = (await successorsOf(deps, tx, by.accountId, [row]))(row);
  const chosen = to?.id ?? proposed;
  if (chosen === undefined) {
    throw fail('unknown-assignee', 'Nobody is proposed: choose who gets it.', { at: 'to' });
  }
  const assignee = await checkAssignee(tx, by, { type: to?.type ?? 'User', id: chosen });
  if (may === 'all' || assignee.id === proposed) return assignee;
  const text = 'The form has answers, so you can only hand it on to the person who is proposed.';
  throw fail('forbidden', text);
}

const nothingLeft = () =>
  fail('not-found', 'There is nothing with this id that a leaver left and you may hand on.');

async function findLeft(
  { people }: LeaversDeps,
  tx: Tx,
  { accountId }: FormActor,
  { leaver, kind, id }: Left,
): Promise<LeftRow> {
  const [whose, what] = [normaliseId(leaver), normaliseId(id)];
  if (whose === undefined || what === undefined) throw nothingLeft();
  const isActive = (await people.activeAmong(tx, accountId, [whose])).length > 0;
  const asked = { accountId, leavers: [whose], after: START, limit: 4, id: what } as const;
  const found = isActive ? [] : await selectLeft(tx, asked);
  const row = found.find((each) => each.kind === kind);
  if (!row) throw nothingLeft();
  return row;
}
