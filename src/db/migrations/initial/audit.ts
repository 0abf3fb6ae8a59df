import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { index, primary, required, type Shape } from './table.ts';

/** The columns that never change; the position in the chain may be set once. */
const CONTENT = [
  ...['account_id', 'id', 'at', 'action', 'result', 'actor_user_id', 'credential_id', 'ip'],
  ...['target_type', 'target_id', 'detail'],
] as const;

const LINKED = sql<boolean>`chain_seq is not null`;

/** The audit log, a hash chain for each account, and the triggers that keep it append-only. */
export async function createAudit(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('audit_events')
    .addColumn('account_id', key, required)
    .addColumn('id', key, required)
    .addColumn('at', 'bigint', required)
    .addColumn('action', 'text', required)
    .addColumn('result', 'text', required)
    .addColumn('actor_user_id', key)
    .addColumn('credential_id', key)
    .addColumn('ip', 'text')
    .addColumn('target_type', 'text')
    .addColumn('target_id', key)
    .addColumn('detail', 'text')
    .addColumn('chain_seq', 'bigint')
    .addColumn('chain_hash', 'text')
    .addPrimaryKeyConstraint('audit_events_pkey', ['account_id', 'id'])
    .execute();
  await tx.schema
    .createTable('audit_chains')
    .addColumn('account_id', key, primary)
    .addColumn('seq', 'bigint', required)
    .addColumn('hash', 'text')
    .addColumn('sealed', 'text', required)
    .execute();
  await createIndexes(tx);
  await (engineOf(tx) === 'postgres' ? refuseChangesOnPostgres(tx) : refuseChangesOnSqlite(tx));
}

/**
 * Events are written unlinked, so the indexes that lists read hold linked events only: a request that leaves an event
 * pays for one small index. The chainer pays for the others, many events at a time.
 */
async function createIndexes(tx: Tx): Promise<void> {
  const events = (name: string, columns: readonly string[], where: RawBuilder<boolean>) =>
    index(tx, `audit_events_${name}`, 'audit_events', ['account_id', ...columns]).where(where);
  await events('unlinked', ['at', 'id'], sql<boolean>`chain_seq is null`).execute();
  await events('_chain_seq', ['chain_seq'], LINKED).unique().execute();
  await events('by_at', ['at'], LINKED).execute();
  for (const column of ['action', 'actor_user_id', 'credential_id', 'target_id', 'ip'] as const) {
    const known = sql<boolean>`${LINKED} and ${sql.ref(column)} is not null`;
    await events(`by_${column}`, [column, 'at'], known).execute();
  }
  await events('refused', ['at'], sql<boolean>`${LINKED} and result = 'refused'`).execute();
}

/**
 * Updates fail and do not abort: a trigger that may abort makes SQLite journal every page that an update is about to
 * change, which doubles the cost of linking. A failing statement keeps the events that it linked before the refused
 * one.
 */
async function refuseChangesOnSqlite(tx: Tx): Promise<void> {
  await sql`
    create trigger audit_events_no_update before update of ${sql.raw(CONTENT.join(', '))} on audit_events
    begin select raise(fail, 'the audit record is append-only'); end`.execute(tx);
  await sql`
    create trigger audit_events_linked_once before update of chain_seq, chain_hash on audit_events
    when old.chain_seq is not null or new.chain_seq is null or new.chain_hash is null
    begin select raise(fail, 'the audit record is append-only'); end`.execute(tx);
  await sql`
    create trigger audit_events_no_delete before delete on audit_events
    begin select raise(abort, 'the audit record is append-only'); end`.execute(tx);
}

async function refuseChangesOnPostgres(tx: Tx): Promise<void> {
  const row = (which: string) => sql.raw(CONTENT.map((column) => `${which}.${column}`).join(', '));
  await sql`
    create or replace function audit_events_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the audit record is append-only' using errcode = 'restrict_violation'; end $$`.execute(
    tx,
  );
  await sql`
    create trigger audit_events_no_update before update on audit_events for each row
    when (old.chain_seq is not null or new.chain_seq is null or new.chain_hash is null
      or (${row('old')}) is distinct from (${row('new')}))
    execute function audit_events_refuse()`.execute(tx);
  await sql`
    create trigger audit_events_no_delete before delete on audit_events for each row
    execute function audit_events_refuse()`.execute(tx);
  await sql`
    create trigger audit_events_no_truncate before truncate on audit_events for each statement
    execute function audit_events_refuse()`.execute(tx);
}
