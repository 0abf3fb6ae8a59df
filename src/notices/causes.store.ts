import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Owner } from '#kernel/fair-queue.ts';

export type CauseRow = Selectable<Tables['bell_causes']>;

export async function insertCause(tx: Tx, row: Insertable<Tables['bell_causes']>): Promise<void> {
  await tx.insertInto('bell_causes').values(row).execute();
}

/** Lists who caused something that people are still to be told. The table is short: rows go once people were told. */
export async function selectCauseOwners(db: Reader, now: number): Promise<readonly Owner[]> {
  const rows = await db
    .selectFrom('bell_causes')
    .select(['account_id', 'caused_by'])
    .distinct()
    .where('next_at', '<=', now)
    .orderBy('account_id')
    .orderBy('caused_by')
    .execute();
  return rows.map((row) => ({ account: row.account_id, person: row.caused_by ?? '' }));
}

/** Lists what somebody of an account caused and is due, the longest due first. */
export async function selectDueCauses(
  db: Reader,
  { account, person }: Owner,
  now: number,
  limit: number,
): Promise<readonly CauseRow[]> {
  return await db
    .selectFrom('bell_causes')
    .selectAll()
    .where('account_id', '=', account)
    .where((eb) => (person === '' ? eb('caused_by', 'is', null) : eb('caused_by', '=', person)))
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Causes that one transaction takes: those of a job become one notice. */
const TAKEN_AT_ONCE = 200;

/**
 * Takes a cause, with those that tell the same people the same, oldest first. None if another node has it. They are
 * deleted in the transaction that writes the notices, so that each is told once.
 */
export async function takeCauses(tx: Tx, like: CauseRow): Promise<readonly CauseRow[]> {
  const query = tx
    .selectFrom('bell_causes')
    .selectAll()
    .where('account_id', '=', like.account_id)
    .where('kind', '=', like.kind)
    .where('key', '=', like.key)
    .where('recipients', '=', like.recipients)
    .orderBy('id')
    .limit(TAKEN_AT_ONCE);
  const isPostgres = engineOf(tx) === 'postgres';
  const rows = await (isPostgres ? query.forUpdate().skipLocked() : query).execute();
  await tx
    .deleteFrom('bell_causes')
    .where('account_id', '=', like.account_id)
    .where(
      isIn(
        tx,
        sql.ref('id'),
        rows.map(({ id }) => id),
      ),
    )
    .execute();
  return rows;
}

/** Makes a cause due again at the given time. */
export async function postponeCause(
  db: Reader,
  { account_id, id }: Pick<CauseRow, 'account_id' | 'id'>,
  nextAt: number,
): Promise<void> {
  await db
    .updateTable('bell_causes')
    .set((eb) => ({ next_at: nextAt, attempts: eb('attempts', '+', 1) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
