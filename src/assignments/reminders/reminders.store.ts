import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** A person or a group with work that they are to be reminded of. */
export interface Reminded {
  readonly accountId: string;
  readonly type: 'User' | 'Group';
  readonly id: string;
}

/** Work in a letter. */
export interface RemindedWork {
  readonly id: string;
  /** The name of its template. */
  readonly name: string;
  /** In milliseconds; undefined: never. */
  readonly dueAt: number | undefined;
}

/**
 * Lists those with reminders from before a time, longest wait first. While an action of their organisation goes on that
 * reminds many, they wait until `latest`, so that each gets one letter.
 */
export async function selectReminded(
  db: Reader,
  { before, latest }: { readonly before: number; readonly latest: number },
  { skipped, limit }: { readonly skipped: number; readonly limit: number },
): Promise<readonly Reminded[]> {
  const rows = await db
    .selectFrom('assignments as a')
    .select(['a.account_id', 'a.assignee_id', 'a.assignee_type'])
    .select((eb) => eb.fn.min('a.reminded_at').as('first'))
    .where('a.reminder_waits', 'is not', null)
    .where('a.reminded_at', '<=', before)
    .where((eb) =>
      eb.or([
        eb('a.reminded_at', '<=', latest),
        eb.not(
          eb.exists(
            eb
              .selectFrom('bulk_acts as b')
              .select('b.id')
              .whereRef('b.account_id', '=', 'a.account_id')
              .where('b.act', '=', 'remind')
              .where('b.finished_at', 'is', null),
          ),
        ),
      ]),
    )
    .groupBy(['a.account_id', 'a.assignee_id', 'a.assignee_type'])
    .orderBy('first')
    .orderBy('a.account_id')
    .orderBy('a.assignee_id')
    .limit(limit)
    .offset(skipped)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    type: row.assignee_type,
    id: row.assignee_id,
  }));
}

/** Takes the reminders of somebody. @returns the ids of the work */
export async function takeReminders(
  tx: Tx,
  { accountId, id }: Pick<Reminded, 'accountId' | 'id'>,
): Promise<readonly string[]> {
  const taken = await tx
    .updateTable('assignments')
    .set({ reminder_waits: null })
    .where('account_id', '=', accountId)
    .where('assignee_id', '=', id)
    .where('reminder_waits', 'is not', null)
    .returning('id')
    .execute();
  return taken.map((row) => row.id);
}

/** Returns those of the work that somebody still has, and that are open, the most urgent first. */
export async function selectRemindedWork(
  db: Reader,
  { accountId, id }: Pick<Reminded, 'accountId' | 'id'>,
  workIds: readonly string[],
): Promise<readonly RemindedWork[]> {
  const open = await db
    .selectFrom('assignments')
    .select(['id', 'template_id', 'due_key'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), workIds))
    .where('assignee_id', '=', id)
    .where('state', 'in', ['waiting', 'begun'])
    .orderBy('due_key')
    .orderBy('id')
    .execute();
  const names = await namesOf(db, accountId, [
    ...new Set(open.map(({ template_id }) => template_id)),
  ]);
  return open.flatMap(({ id: workId, template_id, due_key }) => {
    const name = names.get(template_id);
    const dueAt = due_key === Number.MAX_SAFE_INTEGER ? undefined : due_key;
    return name === undefined ? [] : [{ id: workId, name, dueAt }];
  });
}

async function namesOf(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
