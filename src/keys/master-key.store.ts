import { claimEnd, storageNow } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';

/** Name in `deployment`. */
const SEALING = 'master-key';

/** Leases with which nodes say what master keys they hold: `master-key/<use>/<id>/<node>`. */
const PREFIX = 'master-key/';

/** The id of the master key that everything is sealed with; undefined: it was never another one. */
export async function readSealingId(db: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', SEALING)
    .executeTakeFirst();
  return row?.value;
}

export async function writeSealingId(tx: Tx, id: string): Promise<void> {
  await tx
    .insertInto('deployment')
    .values({ name: SEALING, value: id })
    .onConflict((clash) => clash.column('name').doUpdateSet({ value: id }))
    .execute();
}

/** What a node does with a master key that it holds. */
type Use = 'seals' | 'opens';

export interface HeldKey {
  readonly use: Use;
  readonly id: string;
  /** For people, and different for each. */
  readonly node: string;
}

interface Telling {
  /** Gives the leases back in the end. */
  readonly holder: string;
  readonly now: number;
  readonly lifeMs: number;
}

export async function tellHeldKey(db: Reader, held: HeldKey, telling: Telling): Promise<void> {
  const { holder, now, lifeMs } = telling;
  const expiresAt = claimEnd(db, now, lifeMs);
  await db
    .insertInto('leases')
    .values({
      name: `${PREFIX}${held.use}/${held.id}/${held.node}`,
      holder,
      expires_at: expiresAt,
    })
    .onConflict((clash) => clash.column('name').doUpdateSet({ holder, expires_at: expiresAt }))
    .execute();
}

/** Of nodes that are alive, in no order that matters. */
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
