import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The results of requests with an Idempotency-Key, for a day. */
export const idempotentAnswers: Migration = {
  name: '20261126-idempotent-answers',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('idempotent_answers')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('owner', key, (c) => c.notNull())
      .addColumn('fingerprint', key, (c) => c.notNull())
      .addColumn('result', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotent_answers_key', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('idempotent_answers_by_age')
      .on('idempotent_answers')
      .columns(['created_at'])
      .execute();
  },
};
