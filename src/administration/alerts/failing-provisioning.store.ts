import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { findUnauthenticatedAfter } from '#provisioning/index.ts';

const DAY_MS = 86_400_000;

export interface FailingProvisioning {
  /** Time of the first failure after the last success, in milliseconds since the epoch. */
  readonly since: number;
  /** Status of the last failed request, such as 401. */
  readonly status: number;
}

/**
 * Finds provisioning that worked once but has failed for a day. Reads and writes are checked separately, because with a
 * wrong attribute mapping an identity provider finds everybody and changes nobody. Returns undefined once a request
 * succeeds, or when none failed within the last day.
 */
export async function findFailingProvisioning(
  db: Reader,
  accountId: string,
  now: number,
): Promise<FailingProvisioning | undefined> {
  for (const isRead of [true, false]) {
    const found = await findFailing(db, accountId, isRead, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findFailing(
  db: Reader,
  accountId: string,
  isRead: boolean,
  now: number,
): Promise<FailingProvisioning | undefined> {
  const methods = isRead ? sql`method = 'GET'` : sql`method <> 'GET'`;
  const find = async (outcome: string, after: string, order: RawBuilder<unknown>) => {
    const { rows } = await sql<Entry>`
      select id, at, status from provisioning_log
      where account_id = ${accountId} and outcome = ${outcome} and ${methods} and id > ${after}
      order by id ${order} limit 1`.execute(db);
    return rows;
  };
  // One query for each outcome, because a query for both can't use an index.
  const findFailures = async (after: string, order: RawBuilder<unknown>) => {
    const found = [
      ...(await find('refused', after, order)),
      ...(await find('failed', after, order)),
    ];
    return found.toSorted((one, other) => Number(one.at) - Number(other.at));
  };
  // Requests with expired credentials are unauthenticated, so they are only counted and not in the log.
  const unauthenticatedAfter = (after: number) =>
    findUnauthenticatedAfter(db, accountId, { isRead, after });
  // Failures are looked up first: without any, an account costs next to nothing, however long its log is.
  const logged = (await findFailures('', LATEST)).at(-1);
  const recent = await unauthenticatedAfter(now - DAY_MS);
  if (!recent && (logged === undefined || Number(logged.at) < now - DAY_MS)) return undefined;
  const [worked] = await find('ok', '', LATEST);
  // Provisioning that never worked is being set up; the Provisioning screen and its log help with that.
  if (worked === undefined) return undefined;
  const unauthenticated = await unauthenticatedAfter(Number(worked.at));
  const [first] = await findFailures(worked.id, EARLIEST);
  const since = Math.min(Number(first?.at ?? now), unauthenticated?.firstAt ?? now);
  if (now - since < DAY_MS) return undefined;
  const isUnauthenticated = (unauthenticated?.lastAt ?? 0) > Number(logged?.at ?? 0);
  return { since, status: isUnauthenticated ? 401 : (logged?.status ?? 401) };
}

const LATEST = sql`desc`;
const EARLIEST = sql`asc`;

interface Entry {
  readonly id: string;
  readonly at: number | string;
  readonly status: number;
}
