import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import {
  lockDeploymentValue,
  readDeploymentValue,
  replaceDeploymentValue,
  writeDeploymentValue,
} from '#db/deployment-values.ts';
import { engineOf, selectThrough } from '#db/dialect.ts';
import type { AuditRow, LinkedRow } from './chain-hash.ts';
import type { StoredHead } from './chain-head.ts';

/** Name of the sealed number of chains in the table `deployment`. */
const BEGUN = 'audit-chains-begun';

const CONTENT = [
  'account_id',
  'id',
  'at',
  'action',
  'result',
  'actor_user_id',
  'credential_id',
  'ip',
  'target_type',
  'target_id',
  'detail',
] as const;

/** Returns the next account after this one, by id, that has unlinked events; undefined after the last. */
export async function nextUnlinkedAccount(db: Reader, after: string): Promise<string | undefined> {
  const row = await selectThrough(db, 'audit_events', 'audit_events_unlinked')
    .select('account_id')
    .where('account_id', '>', after)
    .where('chain_seq', 'is', null)
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  return row?.account_id;
}

/** Returns the head of the account's chain; on PostgreSQL, locks its row until the end of the transaction. */
export async function lockHead(tx: Tx, accountId: string): Promise<StoredHead | undefined> {
  const query = tx
    .selectFrom('audit_chains')
    .select(['seq', 'hash', 'sealed'])
    .where('account_id', '=', accountId);
  return (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

/** @returns false when a head already exists. */
export async function insertHead(tx: Tx, accountId: string, head: StoredHead): Promise<boolean> {
  const row = await tx
    .insertInto('audit_chains')
    .values({ account_id: accountId, ...head })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the chain no longer ends at `from`. */
export async function moveHead(
  tx: Tx,
  accountId: string,
  from: number,
  head: StoredHead,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_chains')
    .set(head)
    .where('account_id', '=', accountId)
    .where('seq', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the unlinked events that are visible by now, in the order of their time. */
export function selectUnlinked(
  tx: Tx,
  accountId: string,
  limit: number,
): Promise<readonly AuditRow[]> {
  return selectThrough(tx, 'audit_events', 'audit_events_unlinked')
    .select(CONTENT)
    .where('account_id', '=', accountId)
    .where('chain_seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface ChainLink {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
}

/** Writes the position and the hash of events. @returns how many were linked. */
export async function linkRows(
  tx: Tx,
  accountId: string,
  links: readonly ChainLink[],
): Promise<number> {
  if (engineOf(tx) === 'sqlite') {
    await linkOnSqlite(tx, accountId, links);
    return countLinked(tx, accountId, links);
  }
  // Not `chain_seq is null`: with old statistics PostgreSQL scans all unlinked events instead of the primary key.
  const { numAffectedRows } = await sql`
    update audit_events e set chain_seq = link.seq, chain_hash = link.hash
    from unnest(${sql.val(links.map(({ id }) => id))}::text[],
      ${sql.val(links.map(({ seq }) => seq))}::bigint[],
      ${sql.val(links.map(({ hash }) => hash))}::text[]) as link (id, seq, hash)
    where e.account_id = ${accountId} and e.id = link.id and coalesce(e.chain_seq, 0) = 0`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/**
 * Links events on SQLite. `or fail`: with the default, and with `returning`, SQLite journals each page before it
 * changes it, at twice the cost. The index is named and the links are materialized first; otherwise SQLite compares
 * every event of the account with each link.
 */
async function linkOnSqlite(tx: Tx, accountId: string, links: readonly ChainLink[]): Promise<void> {
  const values = JSON.stringify(links.map(({ id, seq, hash }) => [id, seq, hash]));
  await sql`
    with link as materialized (
      select value ->> 0 as id, value ->> 1 as seq, value ->> 2 as hash from json_each(${values})
    )
    update or fail audit_events indexed by sqlite_autoindex_audit_events_1
    set chain_seq = link.seq, chain_hash = link.hash
    from link
    where audit_events.account_id = ${accountId} and audit_events.id = link.id and +chain_seq is null`.execute(
    tx,
  );
}

async function countLinked(
  tx: Tx,
  accountId: string,
  links: readonly ChainLink[],
): Promise<number> {
  const seqs = links.map(({ seq }) => seq);
  const row = await selectThrough(tx, 'audit_events', 'audit_events__chain_seq')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('chain_seq', 'is not', null)
    .where('chain_seq', '>=', Math.min(...seqs))
    .where('chain_seq', '<=', Math.max(...seqs))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/**
 * Returns linked events from one number to another, both included, in the order of the chain. It takes a range and no
 * limit: while PostgreSQL has old statistics, it takes the rest of the chain for a few events and sorts it each time.
 */
export async function selectLinked(
  db: Reader,
  accountId: string,
  range: { readonly from: number; readonly to: number },
): Promise<readonly LinkedRow[]> {
  const rows = await selectThrough(db, 'audit_events', 'audit_events__chain_seq')
    .select([...CONTENT, 'chain_seq', 'chain_hash'])
    .where('account_id', '=', accountId)
    .where('chain_seq', 'is not', null)
    .where('chain_seq', '>=', range.from)
    .where('chain_seq', '<=', range.to)
    .orderBy('chain_seq')
    .execute();
  return rows.flatMap((row) => {
    const { chain_seq: seq } = row;
    return seq === null ? [] : [{ ...row, chain_seq: seq }];
  });
}

/** Returns the lowest number of a linked event after this number. */
export async function nextLinked(
  db: Reader,
  accountId: string,
  after: number,
): Promise<number | undefined> {
  const row = await selectThrough(db, 'audit_events', 'audit_events__chain_seq')
    .select((eb) => eb.fn.min('chain_seq').as('seq'))
    .where('account_id', '=', accountId)
    .where('chain_seq', 'is not', null)
    .where('chain_seq', '>', after)
    .executeTakeFirst();
  return row?.seq ?? undefined;
}

export interface ChainState {
  /** Undefined when its row is missing. */
  readonly head: StoredHead | undefined;
  /** Highest number of a linked event. */
  readonly last: number | undefined;
}

/** Reads the head and the last linked event in one statement, so that events linked meanwhile show no gap. */
export async function readChainState(db: Reader, accountId: string): Promise<ChainState> {
  const { rows } = await sql<{
    seq: number | null;
    hash: string | null;
    sealed: string | null;
    last: number | null;
  }>`
    select c.seq, c.hash, c.sealed,
      (select max(chain_seq) from audit_events
        where account_id = a.id and chain_seq is not null) as last
    from (select cast(${accountId} as text) as id) a
    left join audit_chains c on c.account_id = a.id`.execute(db);
  const [row] = rows;
  const head =
    row?.sealed == null ? undefined : { seq: row.seq ?? 0, hash: row.hash, sealed: row.sealed };
  return { head, last: row?.last ?? undefined };
}

export interface Unlinked {
  readonly count: number;
  /** Time of the oldest unlinked event; undefined when there is none. */
  readonly oldestAt: number | undefined;
}

export async function readUnlinked(db: Reader, accountId: string): Promise<Unlinked> {
  const row = await selectThrough(db, 'audit_events', 'audit_events_unlinked')
    .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.min('at').as('oldest')])
    .where('account_id', '=', accountId)
    .where('chain_seq', 'is', null)
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), oldestAt: row?.oldest ?? undefined };
}

/** Returns the sealed number of chains that were begun, without a lock. */
export const readBegun = (db: Reader): Promise<string | undefined> =>
  readDeploymentValue(db, BEGUN);

/** Returns the sealed number of chains and locks it; stores `first` when there is none yet. */
export const lockBegun = (tx: Tx, first: string): Promise<string> =>
  lockDeploymentValue(tx, BEGUN, first);

/** @returns false when the stored value is no longer `before` */
export const replaceBegun = (db: Reader, before: string, value: string): Promise<boolean> =>
  replaceDeploymentValue(db, BEGUN, before, value);

export const updateBegun = (tx: Tx, value: string): Promise<void> =>
  writeDeploymentValue(tx, BEGUN, value);

/** Returns the head of each chain. */
export async function selectHeads(
  db: Reader,
): Promise<readonly { readonly accountId: string; readonly head: StoredHead }[]> {
  const rows = await db
    .selectFrom('audit_chains')
    .select(['account_id', 'seq', 'hash', 'sealed'])
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id: accountId, ...head }) => ({ accountId, head }));
}

/** Returns when the lease of a job expires; undefined when no node holds it. */
export async function readLeaseEnd(db: Reader, job: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('leases')
    .select('expires_at')
    .where('name', '=', job)
    .executeTakeFirst();
  return row?.expires_at;
}

export async function countChains(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('audit_chains')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
