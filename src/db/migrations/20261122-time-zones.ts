import type { Migration } from '#db/migrate.ts';

/** Where the days of an account begin and end, as an IANA name. */
export const timeZones: Migration = {
  name: '20261122-time-zones',
  async up(tx) {
    await tx.schema
      .alterTable('accounts')
      .addColumn('time_zone', 'text', (c) => c.notNull().defaultTo('UTC'))
      .execute();
  },
};
