import type { Migration } from '#db/migrate.ts';

/** When a secret was seen where others could read it: sent over plain HTTP. */
export const exposedSecrets: Migration = {
  name: '20261121-exposed-secrets',
  async up(tx) {
    await tx.schema.alterTable('secrets').addColumn('exposed_at', 'bigint').execute();
  },
};
