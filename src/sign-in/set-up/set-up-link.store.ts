import type { Reader, Tx } from '#db/database.ts';

const NAME = 'set-up-link';

/** Replaces the link: after several starts with an empty database, only the newest link works. */
export async function saveSetUpLink(tx: Tx, hash: string): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name: NAME, value: hash })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value: hash }))
    .execute();
}

export async function hasSetUpLink(db: Reader, hash: string): Promise<boolean> {
  const link = db.selectFrom('deployment').select('name').where('name', '=', NAME);
  return (await link.where('value', '=', hash).executeTakeFirst()) !== undefined;
}

/** Uses the link. @returns false when it was replaced or used before. */
export async function takeSetUpLink(tx: Tx, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('deployment')
    .where('name', '=', NAME)
    .where('value', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function hasAccounts(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}
