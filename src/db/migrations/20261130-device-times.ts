import type { Migration } from '#db/migration.ts';

/** When a form was completed by the clock of the device, and the completion that this belongs to. */
export const deviceTimes: Migration = {
  name: '20261130-device-times',
  oldestBeside: '0.2.0',
  async up(tx) {
    for (const column of ['device_completed_at', 'device_completed_with']) {
      await tx.schema.alterTable('forms').addColumn(column, 'bigint').execute();
    }
  },
};
