import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { findUnprovenAfter } from '#provisioning/index.ts';

const DAY_MS = 86_400_000;

export interface FailingProvisioning {
  /** Milliseconds since the epoch: of the first request that failed since the last one that did not. */
  readonly since: number;
  /** What the last one was answered, such as `401`. */
  readonly status: number;
}

/**
 * Provisioning that worked once and for a day has not. Reading and writing are looked at by themselves: with a wrong
 * attribute mapping an identity provider finds everybody and changes nobody. Undefined once something succeeds, or when
 * nothing failed within the last day.
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
  // One after the other, or no index would serve.
  const findFailures = async (after: string, order: RawBuilder<unknown>) => {
    const found = [
      ...(await find('refused', after, order)),
      ...(await find('failed', after, order)),
    ];
    return found.toSorted((one, other) => Number(one.at) - Number(other.at));
  };
  // Whose credentials ended proves nothing any more, and is counted only.
  const unprovenAfter = (after: number) => findUnprovenAfter(db, accountId, { isRead, after });
  // First what is rare, so that an account where all is well costs next to nothing, however long its log.
  const logged = (await findFailures('', LATEST)).at(-1);
  const recent = await unprovenAfter(now - DAY_MS);
  if (!recent && (logged === undefined || Number(logged.at) < now - DAY_MS)) return undefined;
  const [worked] = await find('ok', '', LATEST);
  // One that never worked is being set up: the Provisioning page and its log help with that.
  if (worked === undefined) return undefined;
  const unproven = await unprovenAfter(Number(worked.at));
  const [first] = await findFailures(worked.id, EARLIEST);
  const since = Math.min(Number(first?.at ?? now), unproven?.firstAt ?? now);
  if (now - since < DAY_MS) return undefined;
  const isUnproven = (unproven?.lastAt ?? 0) > Number(logged?.at ?? 0);
  return { since, status: isUnproven ? 401 : (logged?.status ?? 401) };
}

const LATEST = sql`desc`;
const EARLIEST = sql`asc`;

interface Entry {
  readonly id: string;
  readonly at: number | string;
  readonly status: number;
}
