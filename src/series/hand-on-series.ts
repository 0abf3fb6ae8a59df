import type { Tx } from '#db/database.ts';
import type { Assignment as Assignee, FormActor } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { TZ_VERSION } from '#recurrence/index.ts';
import { rightsOf } from '#templates/index.ts';
import { lockSeries, updateSeries } from './series.store.ts';
import type { Series } from './series.ts';
import type { SeriesWrites } from './series-deps.ts';

/** Who gets the work of the series from now on, or the id of the user who sends it. */
export type Successor = { readonly assignee: Assignee } | { readonly sender: string };

/**
 * Hands on a series that somebody left behind. Who may do so, and that the assignee is there, is checked by the caller. A new sender needs the right to
 * assign, because each date is sent with their rights.
 * @throws AppError `not-found`, `unknown-assignee`
 */
export const handOnSeries =
  ({ directory, audit }: SeriesWrites) =>
  async (tx: Tx, by: FormActor, id: string, to: Successor): Promise<void> => {
    const { accountId } = by;
    const series = await lockSeries(tx, { accountId, id });
    if (!series) throw fail('not-found', 'The series has ended.');
    if ('sender' in to) await requireSender(directory, tx, series, to.sender);
    const changed: Series =
      'sender' in to
        ? { ...series, sentBy: to.sender }
        : { ...series, assignee: { ...to.assignee, mode: series.assignee.mode } };
    await updateSeries(tx, changed, TZ_VERSION);
    await audit.append(tx, by, {
      action: 'series.hand-on',
      targetType: 'Series',
      targetId: series.id,
      detail: 'sender' in to ? { sender: to.sender } : { assignee: { ...to.assignee } },
    });
  };

/** @throws AppError `unknown-assignee` unless it is an active user who may assign the template */
async function requireSender(
  directory: SeriesWrites['directory'],
  tx: Tx,
  { accountId, templateId }: Series,
  userId: string,
): Promise<void> {
  const user = await directory.readUser(tx, accountId, userId, 'all');
  if (!user?.active) throw noSuccessor('There is no active user with this id.');
  const viewer = { accountId, userId, role: user.role };
  const { assign } = await rightsOf(tx, directory, viewer, templateId);
  if (!assign) throw noSuccessor('The user may not assign this template.');
}

const noSuccessor = (text: string) => fail('unknown-assignee', text, { at: 'to' });
