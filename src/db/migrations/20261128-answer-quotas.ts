import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/**
 * How much forms may take. What is there is counted in the background; a storage without accounts has nothing to count.
 */
export const answerQuotas: Migration = {
  name: '20261128-answer-quotas',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.alterTable('accounts').addColumn('quota_answer_bytes', 'bigint').execute();
    await tx.schema
      .createTable('answer_days')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('writer_id', key, (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('answer_days_pkey', ['account_id', 'writer_id'])
      .execute();
    const anyAccount = await tx.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    const value = anyAccount ? '{"passes":0,"finishedAt":0,"after":""}' : 'done';
    await tx.insertInto('deployment').values({ name: 'count-answers', value }).execute();
  },
};
