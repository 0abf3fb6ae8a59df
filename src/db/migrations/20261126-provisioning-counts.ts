import type { Migration } from '#db/migration.ts';

/** An index that alone counts the requests of a span of time by their outcome. */
export const provisioningCounts: Migration = {
  name: '20261126-provisioning-counts',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema
      .createIndex('provisioning_log_by_at_outcome')
      .on('provisioning_log')
      .columns(['account_id', 'at', 'outcome'])
      .execute();
  },
};
