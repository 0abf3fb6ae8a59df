import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { throughIndex } from '#db/dialect.ts';
import type { DueEvent } from '#form-basics/index.ts';
import type { Page } from '#jobs/act-on-listed.ts';

export interface UntoldForm {
  readonly accountId: string;
  readonly id: string;
}

const toldColumn = (event: DueEvent) => sql.ref<number | null>(`${event}_told_at`);

/**
 * Lists the drafts of all accounts that are due by a time, and that listeners were not told of for this due date. Its
 * conditions are those of an index that has no others.
 * @param by in milliseconds
 */
export async function listUntold(
  db: Reader,
  event: DueEvent,
  by: number,
  { skipped, limit }: Page,
): Promise<readonly UntoldForm[]> {
  const forms = throughIndex(db, 'forms', 'forms', `forms_to_tell_${event}`);
  const { rows } = await sql<UntoldForm>`select account_id as "accountId", id from ${forms}
    where status = 'draft' and deleted_at is null and ${toldColumn(event)} is distinct from due_at
      and due_at is not null and due_at <= ${by}
    order by due_at, account_id, id limit ${limit} offset ${skipped}`.execute(db);
  return rows;
}

/** Notes that listeners are told of the due date of a form. @returns false if they were told before */
export async function noteTold(
  tx: Tx,
  event: DueEvent,
  { accountId, id }: UntoldForm,
): Promise<boolean> {
  const { rows } = await sql`update forms set ${toldColumn(event)} = due_at
    where account_id = ${accountId} and id = ${id} and ${toldColumn(event)} is distinct from due_at
    returning id`.execute(tx);
  return rows.length > 0;
}
