import type { Reader } from '#db/database.ts';

/** Returns the addresses of webhooks by id. */
export async function readWebhookAddresses(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'target_url'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, target_url }) => [id, target_url]));
}
