import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** Unauthenticated requests from one address to one route within an hour. */
export interface UnauthenticatedRequests {
  /** Start of the hour, in milliseconds since the epoch. */
  readonly hour: number;
  readonly ip: string;
  readonly method: string;
  readonly route: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Most rows of an account and an hour, so that a sender with many addresses can't fill the storage. */
const MAX_ROWS = 200;

/** Adds to the counts. Beyond {@link MAX_ROWS} addresses and routes of an hour, requests are counted together. */
export async function countUnauthenticated(
  tx: Tx,
  accountId: string,
  all: readonly UnauthenticatedRequests[],
): Promise<void> {
  const known = new Map<number, Set<string>>();
  for (const each of all) {
    const keys = known.get(each.hour) ?? (await keysOf(tx, accountId, each.hour));
    known.set(each.hour, keys);
    const isNew = !keys.has(keyOf(each));
    const counted = isNew && keys.size >= MAX_ROWS ? { ...each, ip: '', route: '' } : each;
    keys.add(keyOf(counted));
    await add(tx, accountId, counted);
  }
}

const keyOf = ({
  ip,
  method,
  route,
}: Pick<UnauthenticatedRequests, 'ip' | 'method' | 'route'>): string => `${ip} ${method} ${route}`;

async function keysOf(tx: Tx, accountId: string, hour: number): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('unproven_requests')
    .select(['ip', 'method', 'route'])
    .where('account_id', '=', accountId)
    .where('hour', '=', hour)
    .execute();
  return new Set(rows.map(keyOf));
}

async function add(tx: Tx, accountId: string, counted: UnauthenticatedRequests): Promise<void> {
  const { hour, ip, method, route, count, firstAt, lastAt } = counted;
  await tx
    .insertInto('unproven_requests')
    .values({
      ...{ account_id: accountId, hour, ip, method, route, count },
      ...{ first_at: firstAt, last_at: lastAt },
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hour', 'ip', 'method', 'route']).doUpdateSet((eb) => ({
        count: eb('unproven_requests.count', '+', count),
        last_at: lastAt,
      })),
    )
    .execute();
}

/** Returns the ids of accounts by their codes. */
export async function findAccounts(
  db: Reader,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'code'])
    .where(isIn(db, sql.ref('code'), codes))
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Returns the id of the only account; undefined when there are several or none. */
export async function findOnlyAccount(db: Reader): Promise<string | undefined> {
  const rows = await db.selectFrom('accounts').select('id').limit(2).execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}

export interface UnauthenticatedSum {
  readonly count: number;
  readonly lastAt: number | undefined;
  /** Address of the last request; undefined when it was counted together with others. */
  readonly lastIp: string | undefined;
}

/** Sums the requests of all hours that had not ended at `since`. */
export async function sumUnauthenticated(
  db: Reader,
  accountId: string,
  since: number,
): Promise<UnauthenticatedSum> {
  const recent = db
    .selectFrom('unproven_requests')
    .where('account_id', '=', accountId)
    .where('hour', '>', since - HOUR_MS);
  const { count } = await recent
    .select((eb) => eb.fn.sum<number | string | null>('count').as('count'))
    .executeTakeFirstOrThrow();
  const last = await recent
    .select(['ip', 'last_at'])
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    count: Number(count ?? 0),
    lastAt: last && Number(last.last_at),
    lastIp: last?.ip === '' ? undefined : last?.ip,
  };
}

const HOUR_MS = 3_600_000;

export const hourOf = (at: number): number => at - (at % HOUR_MS);

/** Returns the times of the first and the last read, or write, after a time; undefined when there were none. */
export async function findUnauthenticatedAfter(
  db: Reader,
  accountId: string,
  { isRead, after }: { readonly isRead: boolean; readonly after: number },
): Promise<{ readonly firstAt: number; readonly lastAt: number } | undefined> {
  const row = await db
    .selectFrom('unproven_requests')
    .select((eb) => [eb.fn.min('first_at').as('first'), eb.fn.max('last_at').as('last')])
    .where('account_id', '=', accountId)
    .where('hour', '>', after - HOUR_MS)
    .where('last_at', '>', after)
    .where('method', isRead ? '=' : '!=', 'GET')
    .executeTakeFirst();
  if (row?.last == null) return undefined;
  return { firstAt: Math.max(Number(row.first), after), lastAt: Number(row.last) };
}
