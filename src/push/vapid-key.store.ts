import type { Reader } from '#db/database.ts';

interface SealedKey {
  readonly name: string;
  readonly sealed: string;
}

export async function readPushKey(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('push_keys')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed;
}

/** Stores a key unless there is one. */
export async function insertPushKey(db: Reader, key: SealedKey): Promise<void> {
  await db
    .insertInto('push_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** @returns false if it has changed since it was read */
export async function replacePushKey(
  db: Reader,
  { name, sealed }: SealedKey,
  after: string,
): Promise<boolean> {
  const row = await db
    .updateTable('push_keys')
    .set({ sealed: after })
    .where('name', '=', name)
    .where('sealed', '=', sealed)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}
