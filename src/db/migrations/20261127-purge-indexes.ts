import type { Migration } from '#db/migration.ts';

/** Indexes that find what has expired, and the oldest results of a credential, without reading the whole table. */
export const purgeIndexes: Migration = {
  name: '20261127-purge-indexes',
  oldestBeside: '0.1.0',
  async up(tx) {
    for (const table of ['used_assertions', 'revoked_tokens'] as const) {
      await tx.schema
        .createIndex(`${table}_by_expires_at`)
        .on(table)
        .columns(['expires_at'])
        .execute();
    }
    await tx.schema
      .createIndex('idempotent_answers_by_owner')
      .on('idempotent_answers')
      .columns(['account_id', 'owner', 'created_at', 'id'])
      .execute();
  },
};
