import { sql } from 'kysely';
import { storageNow } from '#db/claims.ts';
import type { Database } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { COUNT_DEADLINE_MS, type WaitingRow, type WaitingWork } from '#jobs/waiting-work.ts';

/**
 * Counts the exports that wait, or whose runner has died, of one account or all.
 * @throws AppError `query-too-slow` when that takes more than a second
 */
export async function readWaitingExports(
  { reader, scan }: Pick<Database, 'reader' | 'scan'>,
  now: number,
  accountId?: string,
): Promise<WaitingWork> {
  const own = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  const query = sql<WaitingRow>`
    select count(*) as count, min(id) as first, min(created_at) as due
    from export_jobs
    where ${own} and finished_at is null and state in ('queued', 'running')
      and leased_until < ${storageNow(reader, now)} and ${withinDeadline(reader, sql.ref('id'))}`;
  const [row] = await scan<WaitingRow>(
    { compile: () => query.compile(reader) },
    { deadlineMs: COUNT_DEADLINE_MS },
  );
  const first = row?.due ?? undefined;
  return { count: Number(row?.count ?? 0), oldestAt: first, dueAt: first };
}
