import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** The name before a rename, so that the provisioning log finds who was renamed, such as by a soft delete of Entra. */
export const namesBefore: Migration = {
  name: '20261128-names-before',
  oldestBeside: '0.2.0',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.alterTable('provisioning_log').addColumn('name_before', 'text').execute();
    await tx.schema.alterTable('provisioning_log').addColumn('name_before_key', key).execute();
    await sql`
      create index provisioning_log_by_name_before
      on provisioning_log (account_id, name_before_key, resource_id)
      where name_before_key is not null
    `.execute(tx);
  },
};
