import { claimEnd, storageNow } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';
import { readDeploymentValue, writeDeploymentValue } from '#db/deployment-values.ts';

/** Names of rows in `deployment`. */
const SEALING = 'master-key';
const MOVED = 'master-key-moved';

/** Prefix of leases with which nodes announce their master keys: `master-key/<use>/<id>/<node>`. */
const PREFIX = 'master-key/';

/** Returns the id of the master key that seals; undefined: it has never changed. */
export const readSealingId = (db: Reader) => readDeploymentValue(db, SEALING);
export const writeSealingId = (tx: Tx, id: string) => writeDeploymentValue(tx, SEALING, id);

/** Returns the id of the master key that everything has been moved to; undefined: no move has been completed. */
export const readMovedId = (db: Reader) => readDeploymentValue(db, MOVED);
export const writeMovedId = (tx: Tx, id: string) => writeDeploymentValue(tx, MOVED, id);

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
