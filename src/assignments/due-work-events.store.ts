import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { throughIndex } from '#db/dialect.ts';
import type { DueEvent } from '#form-basics/index.ts';
import type { Page } from '#jobs/act-on-listed.ts';

export interface UntoldWork {
  readonly accountId: string;
  readonly id: string;
}

const toldColumn = (event: DueEvent) => sql.ref<number | null>(`${event}_told_key`);

/**
 * Lists the work of all accounts that nobody has begun, that is due by a time, and that listeners were not told of for
 * this due date. Its conditions are those of an index that has no others.
 * @param by in milliseconds
 */
export async function listUntoldWork(
  db: Reader,
  event: DueEvent,
  by: number,
  { skipped, limit }: Page,
): Promise<readonly UntoldWork[]> {
  const from = throughIndex(db, 'assignments', 'a', `assignments_to_tell_${event}`);
  const { rows } = await sql<UntoldWork>`select account_id as "accountId", id from ${from}
    where state = 'waiting' and ${toldColumn(event)} is distinct from due_key and due_key <= ${by}
    order by due_key, account_id, id limit ${limit} offset ${skipped}`.execute(db);
  return rows;
}

/** Notes that listeners are told of the due date of work. @returns false if they were told before */
export async function noteWorkTold(
  tx: Tx,
  event: DueEvent,
  { accountId, id }: UntoldWork,
): Promise<boolean> {
  const { rows } = await sql`update assignments set ${toldColumn(event)} = due_key
    where account_id = ${accountId} and id = ${id} and ${toldColumn(event)} is distinct from due_key
    returning id`.execute(tx);
  return rows.length > 0;
}
