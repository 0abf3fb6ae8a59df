import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/**
 * The rights of users, groups and roles on each template (docs/decisions/0067-rights-per-template.md). Templates that
 * exist get the rights that everybody has on them before this migration.
 */
export const templateRights: Migration = {
  name: '20261127-template-rights',
  oldestBeside: '0.1.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    const table = tx.schema
      .createTable('template_grants')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('subject', key, (c) => c.notNull())
      .addColumn('subject_type', 'text', (c) => c.notNull())
      .addColumn('fill', 'integer', (c) => c.notNull())
      .addColumn('see', 'text', (c) => c.notNull())
      .addColumn('edit', 'integer', (c) => c.notNull())
      .addColumn('assign', 'integer', (c) => c.notNull())
      .addColumn('manage', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('template_grants_pkey', ['account_id', 'template_id', 'subject']);
    await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
    await tx.schema
      .createIndex('template_grants_by_subject')
      .on('template_grants')
      .columns(['account_id', 'subject', 'template_id'])
      .execute();
    // Lists of forms look only for grants to see the answers of others. Most grants are none.
    await tx.schema
      .createIndex('template_grants_seen')
      .on('template_grants')
      .columns(['account_id', 'subject', 'template_id', 'see'])
      .where(sql.ref('see'), '<>', sql.lit('own'))
      .execute();
    await keepRights(tx);
  },
};

/**
 * Before, designers and admins could do everything with every template; everybody, or the members of some groups, could
 * fill it in; and everybody could reassign the drafts that they saw.
 */
async function keepRights(tx: Tx): Promise<void> {
  await sql`insert into template_grants
    (account_id, template_id, subject, subject_type, fill, see, edit, assign, manage)
    select account_id, id, 'designers', 'Role', 1, 'all', 1, 1, 1 from templates`.execute(tx);
  await sql`insert into template_grants
    (account_id, template_id, subject, subject_type, fill, see, edit, assign, manage)
    select account_id, id, 'everyone', 'Role', open_to_all, 'own', 0, 1, 0 from templates`.execute(
    tx,
  );
  await sql`insert into template_grants
    (account_id, template_id, subject, subject_type, fill, see, edit, assign, manage)
    select account_id, template_id, group_id, 'Group', 1, 'own', 0, 1, 0
    from template_groups`.execute(tx);
}
