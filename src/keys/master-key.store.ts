import { claimEnd, storageNow } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';

/** Names of rows in `deployment`. */
const SEALING = 'master-key';
const MOVED = 'master-key-moved';

/** Prefix of leases with which nodes announce their master keys: `master-key/<use>/<id>/<node>`. */
const PREFIX = 'master-key/';

/** Returns the id of the master key that seals; undefined: it has never changed. */
export const readSealingId = (db: Reader) => readValue(db, SEALING);
export const writeSealingId = (tx: Tx, id: string) => writeValue(tx, SEALING, id);

/** Returns the id of the master key that everything has been moved to; undefined: no move has been completed. */
export const readMovedId = (db: Reader) => readValue(db, MOVED);
export const writeMovedId = (tx: Tx, id: string) => writeValue(tx, MOVED, id);

async function readValue(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

async function writeValue(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Whether a node seals with a master key, or only opens. */
type Use = 'seals' | 'opens';

export interface HeldKey {
  readonly use: Use;
  readonly id: string;
  /** For people; unique per node. */
  readonly node: string;
}

interface HeldBy {
  /** The owner of the leases. */
  readonly holder: string;
  readonly now: number;
  readonly lifeMs: number;
}

export async function recordHeldKey(db: Reader, held: HeldKey, heldBy: HeldBy): Promise<void> {
  const { holder, now, lifeMs } = heldBy;
  const expiresAt = claimEnd(db, now, lifeMs);
  await db
    .insertInto('leases')
    .values({
      name: `${PREFIX}${held.use}/${held.id}/${held.node}`,
      holder,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ holder, expires_at: expiresAt }),
    )
    .execute();
}

/** Deletes the announcements of killed nodes, whose lease names are never used again. */
export async function forgetHolders(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('leases')
    .where('name', 'like', `${PREFIX}%`)
    .where('expires_at', '<=', storageNow(tx, now))
    .execute();
}

/** Returns the announcements of live nodes. */
export async function selectHeldKeys(db: Reader, now: number): Promise<readonly HeldKey[]> {
  const rows = await db
    .selectFrom('leases')
    .select('name')
    .where('name', 'like', `${PREFIX}%`)
    .where('expires_at', '>', storageNow(db, now))
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => {
    const [use = '', id = '', ...node] = name.slice(PREFIX.length).split('/');
    return { use: use === 'seals' ? 'seals' : 'opens', id, node: node.join('/') };
  });
}
