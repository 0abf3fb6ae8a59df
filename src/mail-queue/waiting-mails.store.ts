import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { COUNT_DEADLINE_MS, type WaitingRow, type WaitingWork } from '#jobs/waiting-work.ts';
import { timeOfId } from '#kernel/ids.ts';

/**
 * Counts the mails that wait, of one account or all.
 * @throws AppError `query-too-slow` when that takes more than a second
 */
export async function readWaitingMails(
  { reader, scan }: Pick<Database, 'reader' | 'scan'>,
  accountId?: string,
): Promise<WaitingWork> {
  const own = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  const query = sql<WaitingRow>`
    select count(*) as count, min(id) as first, min(next_at) as due
    from notices where ${own} and ${withinDeadline(reader, sql.ref('id'))}`;
  const [row] = await scan<WaitingRow>(
    { compile: () => query.compile(reader) },
    { deadlineMs: COUNT_DEADLINE_MS },
  );
  const first = row?.first ?? undefined;
  return {
    count: Number(row?.count ?? 0),
    oldestAt: first === undefined ? undefined : timeOfId(first),
    dueAt: row?.due ?? undefined,
  };
}
