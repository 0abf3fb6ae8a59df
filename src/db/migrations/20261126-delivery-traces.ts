import type { Migration } from '#db/migration.ts';

/** The trace of the request that queued a delivery, which the delivery continues. */
export const deliveryTraces: Migration = {
  name: '20261126-delivery-traces',
  oldestBeside: '0.1.0',
  async up(tx) {
    await tx.schema.alterTable('webhook_deliveries').addColumn('trace', 'text').execute();
  },
};
