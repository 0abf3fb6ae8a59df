import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { COUNT_DEADLINE_MS, type WaitingRow, type WaitingWork } from '#jobs/waiting-work.ts';
import { timeOfId } from '#kernel/ids.ts';
import { MESSAGE_PREFIX } from './deliveries.store.ts';

/**
 * Counts the deliveries of webhooks that are on, of one account or all.
 * @throws AppError `query-too-slow` when that takes more than a second
 */
export async function readWaitingDeliveries(
  { reader, scan }: Pick<Database, 'reader' | 'scan'>,
  accountId?: string,
): Promise<WaitingWork> {
  const own = accountId === undefined ? sql`true` : sql`w.account_id = ${accountId}`;
  const query = sql<WaitingRow>`
    select count(*) as count, min(d.id) as first, min(d.next_at) as due
    from webhooks as w
    join webhook_deliveries as d on d.account_id = w.account_id and d.webhook_id = w.id
    where ${own} and w.state = 'active' and d.next_at is not null and ${withinDeadline(reader, sql.ref('d.id'))}`;
  const [row] = await scan<WaitingRow>(
    { compile: () => query.compile(reader) },
    { deadlineMs: COUNT_DEADLINE_MS },
  );
  const first = row?.first ?? undefined;
  return {
    count: Number(row?.count ?? 0),
    oldestAt: first === undefined ? undefined : timeOfId(first.slice(MESSAGE_PREFIX.length)),
    dueAt: row?.due ?? undefined,
  };
}
