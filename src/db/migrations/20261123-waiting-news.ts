import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** Forms of which somebody is told in one letter with others, because they got many letters, or the sender sent many. */
export const waitingNews: Migration = {
  name: '20261123-waiting-news',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('waiting_news')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('form_id', key, (c) => c.notNull())
      .addColumn('assignee_id', key, (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('waiting_news_pkey', ['account_id', 'user_id', 'form_id'])
      .execute();
    await tx.schema
      .createIndex('waiting_news_by_at')
      .on('waiting_news')
      .columns(['at', 'account_id', 'user_id'])
      .execute();
  },
};
