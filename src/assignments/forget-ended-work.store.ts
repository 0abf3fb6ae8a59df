import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { isIn, throughIndex } from '#db/dialect.ts';

/** Work that ended without a form, or whose form is gone. Work with a form goes with it. */
export interface EndedWork {
  readonly accountId: string;
  readonly templateId: string;
  /** Only what ended up to this time, in milliseconds. */
  readonly until: number;
  /** `delete`: the work and its history. `blank`: the answers that were filled in ahead, which nobody begins with any more. */
  readonly action: 'delete' | 'blank';
}

/** @returns how much was deleted or blanked, at most `limit` */
export async function forgetEndedWork(
  tx: Tx,
  { accountId, templateId, until, action }: EndedWork,
  limit: number,
): Promise<number> {
  const filled = action === 'blank' ? sql`and a.answers <> '{}'` : sql``;
  const { rows } = await sql<{ readonly id: string }>`
    select a.id from ${throughIndex(tx, 'assignments', 'a', 'assignments_ended')}
    where a.account_id = ${accountId} and a.template_id = ${templateId}
      and a.state in ('declined', 'cancelled') and a.state_changed_at <= ${until} ${filled}
      and not exists (select 1 from forms f where f.account_id = a.account_id and f.id = a.form_id)
    order by a.state_changed_at, a.id limit ${limit}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  if (action === 'blank') {
    await tx
      .updateTable('assignments')
      .set({ answers: '{}' })
      .where('account_id', '=', accountId)
      .where(isIn(tx, sql.ref('id'), ids))
      .execute();
    return ids.length;
  }
  await tx
    .deleteFrom('assignment_events')
    .where('account_id', '=', accountId)
    .where(isIn(tx, sql.ref('assignment_id'), ids))
    .execute();
  await tx
    .deleteFrom('assignments')
    .where('account_id', '=', accountId)
    .where(isIn(tx, sql.ref('id'), ids))
    .execute();
  return ids.length;
}
