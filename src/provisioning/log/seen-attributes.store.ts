import type { Reader, Tx } from '#db/database.ts';

export interface SeenAttribute {
  readonly resourceType: string;
  readonly path: string;
  readonly seen: number;
  readonly lastSeenAt: number;
}

/** A limit, so that a client which makes up names can't fill the storage. */
const MAX_ATTRIBUTES = 1000;

/** Adds to the counts of seen attributes; skips new names beyond {@link MAX_ATTRIBUTES}. */
export async function countAttributes(
  tx: Tx,
  accountId: string,
  seen: readonly SeenAttribute[],
): Promise<void> {
  if (seen.length === 0) return;
  const known = await selectAttributes(tx, accountId);
  const paths = new Set(known.map(({ resourceType, path }) => `${resourceType} ${path}`));
  for (const { resourceType, path, seen: count, lastSeenAt } of seen) {
    const key = `${resourceType} ${path}`;
    if (!paths.has(key) && paths.size >= MAX_ATTRIBUTES) continue;
    paths.add(key);
    await tx
      .insertInto('provisioning_attributes')
      .values({
        account_id: accountId,
        resource_type: resourceType,
        path,
        seen: count,
        last_seen_at: lastSeenAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'resource_type', 'path']).doUpdateSet((eb) => ({
          seen: eb('provisioning_attributes.seen', '+', count),
          last_seen_at: lastSeenAt,
        })),
      )
      .execute();
  }
}

/** Returns all attributes that the account's identity providers ever sent, by type and name; 1,000 at most. */
export async function selectAttributes(
  db: Reader,
  accountId: string,
): Promise<readonly SeenAttribute[]> {
  const rows = await db
    .selectFrom('provisioning_attributes')
    .select(['resource_type', 'path', 'seen', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .orderBy('resource_type')
    .orderBy('path')
    .execute();
  return rows.map((row) => ({
    resourceType: row.resource_type,
    path: row.path,
    seen: row.seen,
    lastSeenAt: row.last_seen_at,
  }));
}
