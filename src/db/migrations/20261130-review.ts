import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

const BY_STATE = [
  ['forms_by_review', []],
  ['forms_by_review_of_template', ['template_id']],
] as const;

/** The review of a form, who is asked for it, and indexes of the forms that have one. */
export const review: Migration = {
  name: '20261130-review',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    for (const [name, type] of [
      ['review_state', key],
      ['review_step', 'integer'],
      ['review_by', key],
      ['review_at', 'bigint'],
      ['review_actor', key],
      ['review_own', 'integer'],
      ['review_revision', 'bigint'],
      ['review_more', 'text'],
    ] as const) {
      await tx.schema.alterTable('forms').addColumn(name, type).execute();
    }
    await addReviewRight(tx);
    for (const [name, columns] of BY_STATE) {
      await tx.schema
        .createIndex(name)
        .on('forms')
        .columns(['account_id', ...columns, 'review_state', 'updated_at', 'id'])
        .columns(['status', 'revision', 'review_revision'])
        .where(sql.ref('deleted_at'), 'is', null)
        .where(sql.ref('review_state'), 'is not', null)
        .execute();
    }
    await tx.schema
      .createIndex('forms_in_review')
      .on('forms')
      .columns(['account_id', 'review_by', 'updated_at', 'id', 'status'])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('review_by'), 'is not', null)
      .execute();
    await tx.schema
      .createTable('review_panels')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('member_id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('review_panels_key', ['account_id', 'id', 'member_id'])
      .execute();
    await tx.schema
      .createIndex('review_panels_by_member')
      .on('review_panels')
      .columns(['account_id', 'member_id', 'id'])
      .execute();
  },
};

/** Adds the right to review. Whoever has every other right has this one too. */
export async function addReviewRight(tx: Tx): Promise<void> {
  await tx.schema
    .alterTable('template_grants')
    .addColumn('review', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update template_grants set review = 1
    where fill = 1 and see = 'all' and edit = 1 and assign = 1 and manage = 1`.execute(tx);
}
