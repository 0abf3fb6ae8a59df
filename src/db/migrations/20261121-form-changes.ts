import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Which forms changed, in an order that pollers follow (docs/decisions/0030-change-cursor.md). */
export const formChanges: Migration = {
  name: '20261121-form-changes',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const changes = tx.schema
      .createTable('form_changes')
      .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('seq', 'bigint')
      .addPrimaryKeyConstraint('form_changes_pkey', ['account_id', 'form_id']);
    const heads = tx.schema
      .createTable('form_change_heads')
      .addColumn('account_id', key, (c) => c.primaryKey().references('accounts.id'))
      .addColumn('seq', 'bigint', (c) => c.notNull());
    for (const table of [changes, heads]) {
      await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
    }
    await tx.schema
      .createIndex('form_changes__seq')
      .unique()
      .on('form_changes')
      .columns(['account_id', 'seq'])
      .where(sql.ref('seq'), 'is not', null)
      .execute();
    await tx.schema
      .createIndex('form_changes_pending')
      .on('form_changes')
      .columns(['account_id', 'since', 'form_id'])
      .where(sql.ref('seq'), 'is', null)
      .execute();
    // What is there already, deleted forms included, in the order of its last change.
    await sql`insert into form_changes (account_id, form_id, since, seq)
      select account_id, id, updated_at,
        row_number() over (partition by account_id order by updated_at, id)
      from forms`.execute(tx);
    await sql`insert into form_change_heads (account_id, seq)
      select account_id, max(seq) from form_changes group by account_id`.execute(tx);
  },
};
