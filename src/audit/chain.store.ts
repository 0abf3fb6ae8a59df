import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, selectThrough } from '#db/dialect.ts';
import type { AuditRow, LinkedRow } from './chain-hash.ts';
import type { StoredHead } from './chain-head.ts';

/** Name in `deployment`. */
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

/** Accounts are walked in order: the next one after this that has lines to link. */
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

/** Whoever links the account's lines holds this row until the end of the transaction. */
export async function lockHead(tx: Tx, accountId: string): Promise<StoredHead | undefined> {
  const query = tx
    .selectFrom('audit_chains')
    .select(['seq', 'hash', 'sealed'])
    .where('account_id', '=', accountId);
  return (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

/** @returns false when there is one already. */
export async function insertHead(tx: Tx, accountId: string, head: StoredHead): Promise<boolean> {
  const row = await tx
    .insertInto('audit_chains')
    .values({ account_id: accountId, ...head })
    .onConflict((clash) => clash.column('account_id').doNothing())
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

/** In the order of their time, as far as they are visible by now. */
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

/** Gives lines their places. @returns how many got theirs. */
export async function linkRows(
  tx: Tx,
  accountId: string,
  links: readonly ChainLink[],
): Promise<number> {
  if (engineOf(tx) === 'sqlite') {
    await linkOnSqlite(tx, accountId, links);
    return countLinked(tx, accountId, links);
  }
  // Not `chain_seq is null`: with old statistics PostgreSQL would walk all that waits instead of the primary key.
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
 * `or fail`: with the default, and with `returning`, SQLite notes each page before it changes it, at twice the cost. The
 * index is named and the places are gathered first, or it would hold every line of the account against each of them.
 */
async function linkOnSqlite(tx: Tx, accountId: string, links: readonly ChainLink[]): Promise<void> {
  const places = JSON.stringify(links.map(({ id, seq, hash }) => [id, seq, hash]));
  await sql`
    with link as materialized (
      select value ->> 0 as id, value ->> 1 as seq, value ->> 2 as hash from json_each(${places})
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
 * Linked lines from one number to another, both included, in the order of the chain. Not so many from a number on:
 * as long as PostgreSQL has old statistics it takes the rest of the chain for a few lines, and sorts it for each page.
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

/** The next number that a linked line has. */
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
  /** Undefined when there is no row of it. */
  readonly head: StoredHead | undefined;
  /** Highest number of a linked line. */
  readonly last: number | undefined;
}

/** Head and last line as one statement sees them, so that a chainer at work shows no gap. */
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
  /** When the oldest was written; undefined when there is none. */
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

/** The sealed number of chains that were begun; locked when it is read to be changed. */
export async function readBegun(db: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', BEGUN)
    .executeTakeFirst();
  return row?.value;
}

/** Reads it with a lock; `first` is stored when there is none yet. */
export async function lockBegun(tx: Tx, first: string): Promise<string> {
  await tx
    .insertInto('deployment')
    .values({ name: BEGUN, value: first })
    .onConflict((clash) => clash.column('name').doNothing())
    .execute();
  const query = tx.selectFrom('deployment').select('value').where('name', '=', BEGUN);
  const locked = engineOf(tx) === 'postgres' ? query.forUpdate() : query;
  return (await locked.executeTakeFirst())?.value ?? first;
}

/** @returns false when it is not `before` any more */
export async function replaceBegun(db: Reader, before: string, value: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deployment')
    .set({ value })
    .where('name', '=', BEGUN)
    .where('value', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function updateBegun(tx: Tx, value: string): Promise<void> {
  await tx.updateTable('deployment').set({ value }).where('name', '=', BEGUN).execute();
}

/** Where each chain ends. */
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

/** Until when a node has the lease of a job; undefined when none has. */
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
