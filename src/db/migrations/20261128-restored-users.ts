import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** Whom an externalId means: its active user; whether it restores an inactive one; and who holds a value in the log. */
export const restoredUsers: Migration = {
  name: '20261128-restored-users',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema
      .alterTable('accounts')
      .addColumn('restores_by_external_id', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await tx.schema.alterTable('provisioning_log').addColumn('holder_id', 'text').execute();
    // However many inactive users share an externalId, its active user is found at once.
    await tx.schema
      .createIndex('users_active_by_external_id')
      .on('users')
      .columns(['account_id', 'external_id', 'id'])
      .where(sql.ref('scim_active'), '=', 1)
      .execute();
  },
};
