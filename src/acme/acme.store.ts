import type { Reader } from '#db/database.ts';

interface Item {
  readonly name: string;
  readonly sealed: string;
}

export async function readItem(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('acme_items')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed;
}

export async function writeItem(db: Reader, { name, sealed }: Item): Promise<void> {
  await db
    .insertInto('acme_items')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
    .execute();
}

export async function deleteItem(db: Reader, name: string): Promise<void> {
  await db.deleteFrom('acme_items').where('name', '=', name).execute();
}

/** Returns items by name, after one. */
export function listItems(
  db: Reader,
  after: string | undefined,
  limit: number,
): Promise<readonly Item[]> {
  return db
    .selectFrom('acme_items')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Replaces the text of an item. @returns false if it has changed since it was read */
export async function replaceItem(
  db: Reader,
  { name, sealed }: Item,
  after: string,
): Promise<boolean> {
  const row = await db
    .updateTable('acme_items')
    .set({ sealed: after })
    .where('name', '=', name)
    .where('sealed', '=', sealed)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}
