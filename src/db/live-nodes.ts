import { claimEnd, storageNow } from './claims.ts';
import type { Database } from './database.ts';
import { lockDeployment } from './deployment-values.ts';

/** Prefix of the leases of nodes that keep files on a disk of their own; the node's id follows. */
const PREFIX = 'node-with-files/';

interface OwnNode {
  readonly id: string;
  readonly now: number;
  readonly lifeMs: number;
}

/** Returns the name of the lease that shows that a node is alive. */
export const nodeLease = (id: string): string => PREFIX + id;

/**
 * Registers a node as alive, unless `check` throws, which gets the ids of the other live nodes. Nodes are admitted one
 * after the other: of two that start at once, the later one sees the earlier one.
 */
export function admitNode(
  db: Database,
  { id, now, lifeMs }: OwnNode,
  check: (others: readonly string[]) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockDeployment(tx, 'nodes-lock');
    const rows = await tx
      .selectFrom('leases')
      .select('name')
      .where('name', 'like', `${PREFIX}%`)
      .where('expires_at', '>', storageNow(tx, now))
      .execute();
    await check(rows.map(({ name }) => name.slice(PREFIX.length)));
    const lease = { name: nodeLease(id), holder: id, expires_at: claimEnd(tx, now, lifeMs) };
    await tx.insertInto('leases').values(lease).execute();
  });
}
