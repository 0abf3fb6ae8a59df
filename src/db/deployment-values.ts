import type { Tx } from './database.ts';
import { engineOf, type Reader } from './dialect.ts';

// Named values of the whole deployment, such as how far a job has come, in the table `deployment`.

/** Returns undefined if there is none of the name. */
export async function readDeploymentValue(db: Reader, name: string): Promise<string | undefined> {
  return (await selectValue(db, name).executeTakeFirst())?.value;
}

/** Inserts or replaces a value. In a transaction, it is locked until the commit. */
export async function writeDeploymentValue(db: Reader, name: string, value: string): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns a value and locks it until the commit; stores `first` when there is none yet. */
export async function lockDeploymentValue(tx: Tx, name: string, first: string): Promise<string> {
  await tx
    .insertInto('deployment')
    .values({ name, value: first })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const query = selectValue(tx, name);
  const locked = engineOf(tx) === 'postgres' ? query.forUpdate() : query;
  return (await locked.executeTakeFirst())?.value ?? first;
}

/** Replaces a value. @returns false when it is no longer `before` */
export async function replaceDeploymentValue(
  db: Reader,
  name: string,
  before: string,
  value: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deployment')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a value, if it is the given one. @returns whether it was */
export async function deleteDeploymentValue(
  db: Reader,
  name: string,
  value?: string,
): Promise<boolean> {
  const named = db.deleteFrom('deployment').where('name', '=', name);
  const query = value === undefined ? named : named.where('value', '=', value);
  return (await query.executeTakeFirst()).numDeletedRows === 1n;
}

/** Locks a name until the commit: of transactions that lock the same one, one runs at a time. */
export const lockDeployment = (tx: Tx, name: string): Promise<void> =>
  writeDeploymentValue(tx, name, '');

const selectValue = (db: Reader, name: string) =>
  db.selectFrom('deployment').select('value').where('name', '=', name);
