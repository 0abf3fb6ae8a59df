import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';

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
    const methods = isRead ? sql`method = 'GET'` : sql`method <> 'GET'`;
    const found = await findFailing(db, accountId, methods, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findFailing(
  db: Reader,
  accountId: string,
  methods: RawBuilder<unknown>,
  now: number,
): Promise<FailingProvisioning | undefined> {
  const entries = (outcome: RawBuilder<unknown>, behind: string) => sql`
    from provisioning_log
    where account_id = ${accountId} and ${outcome} and ${methods} and id > ${behind}`;
  const isOk = sql`outcome = 'ok'`;
  const isNotOk = sql`outcome <> 'ok'`;
  const one = async (query: RawBuilder<Entry>) => (await query.execute(db)).rows[0];
  const worked = await one(
    sql<Entry>`select id, at, status ${entries(isOk, '')} order by id desc limit 1`,
  );
  // One that never worked is being set up: the Provisioning page and its log help with that.
  if (worked === undefined) return undefined;
  const last = await one(
    sql<Entry>`select id, at, status ${entries(isNotOk, worked.id)} order by id desc limit 1`,
  );
  if (last === undefined || Number(last.at) < now - DAY_MS) return undefined;
  const first = await one(
    sql<Entry>`select id, at, status ${entries(isNotOk, worked.id)} order by id limit 1`,
  );
  const since = Number(first?.at ?? now);
  return now - since < DAY_MS ? undefined : { since, status: last.status };
}

interface Entry {
  readonly id: string;
  readonly at: number | string;
  readonly status: number;
}
