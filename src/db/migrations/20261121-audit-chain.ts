import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** What a line says; only its place in the chain may still be written, once. */
const CONTENT = [
  ...['account_id', 'id', 'at', 'action', 'result', 'actor_user_id', 'credential_id', 'ip'],
  ...['target_type', 'target_id', 'detail'],
] as const;

const LINKED = sql<boolean>`chain_seq is not null`;

/**
 * The hash chain of the audit record. Lines are written unlinked, so the indexes that lists read hold
 * linked lines only: a request that leaves a line pays for one small index, the chainer for the others,
 * many lines at a time.
 */
export const auditChain: Migration = {
  name: '20261121-audit-chain',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('audit_chains')
      .addColumn('account_id', key, (c) => c.primaryKey())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('hash', 'text')
      .addColumn('sealed', 'text', (c) => c.notNull())
      .execute();
    await createIndexes(tx);
    await (isPostgres ? refuseChangesOnPostgres(tx) : refuseChangesOnSqlite(tx));
  },
};

async function createIndexes(tx: Tx): Promise<void> {
  await index(tx, 'unlinked', ['at', 'id'], sql<boolean>`chain_seq is null`).execute();
  await index(tx, '_chain_seq', ['chain_seq'], LINKED).unique().execute();
  await index(tx, 'by_at', ['at'], LINKED).execute();
  for (const column of ['action', 'actor_user_id', 'credential_id', 'target_id', 'ip'] as const) {
    const known = sql<boolean>`${LINKED} and ${sql.ref(column)} is not null`;
    await index(tx, `by_${column}`, [column, 'at'], known).execute();
  }
  await index(tx, 'refused', ['at'], sql<boolean>`${LINKED} and result = 'refused'`).execute();
}

const index = (tx: Tx, name: string, columns: readonly string[], where: RawBuilder<boolean>) =>
  tx.schema
    .createIndex(`audit_events_${name}`)
    .on('audit_events')
    .columns(['account_id', ...columns])
    .where(where);

async function refuseChangesOnSqlite(tx: Tx): Promise<void> {
  const changed = CONTENT.map((column) => `old.${column} is not new.${column}`).join(' or ');
  await sql`
    create trigger audit_events_no_update before update on audit_events
    when old.chain_seq is not null or new.chain_seq is null or new.chain_hash is null or ${sql.raw(changed)}
    begin select raise(abort, 'the audit record is append-only'); end`.execute(tx);
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
