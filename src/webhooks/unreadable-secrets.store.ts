import type { Reader } from '#db/database.ts';
import type { Seal } from '#kernel/seal.ts';
import { webhookContext } from './webhook.ts';

/** Lists webhooks that can't sign, because another master key sealed their secret. */
export async function listUnreadableWebhooks(
  db: Reader,
  seal: Seal,
): Promise<readonly { readonly accountCode: string; readonly targetUrl: string }[]> {
  const rows = await db
    .selectFrom('webhooks as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['a.code', 'w.account_id', 'w.id', 'w.target_url', 'w.secret'])
    .orderBy('w.id')
    .execute();
  return rows
    .filter((row) => seal.open(webhookContext(row.account_id, row.id), row.secret) === undefined)
    .map((row) => ({ accountCode: row.code, targetUrl: row.target_url }));
}
