import type { Migration } from '#db/migrate.ts';

/**
 * Until when, by the storage's clock, a node has what it claimed. `next_at` alone is by the node's own clock: another
 * one whose clock is ahead took the claim to be over, and told the receiver twice.
 */
export const claims: Migration = {
  name: '20261122-claims',
  async up(tx) {
    for (const table of ['webhook_deliveries', 'notices'] as const) {
      await tx.schema.alterTable(table).addColumn('claimed_until', 'bigint').execute();
    }
  },
};
