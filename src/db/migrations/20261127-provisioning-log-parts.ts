import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The size of the provisioning log, part by part, and until when an account lost entries because of its limit. */
export const provisioningLogParts: Migration = {
  name: '20261127-provisioning-log-parts',
  oldestBeside: '0.1.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('provisioning_log_parts')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('provisioning_log_parts_key', ['account_id', 'id'])
      .execute();
    await tx.schema.alterTable('accounts').addColumn('provisioning_log_cut_at', 'bigint').execute();
  },
};
