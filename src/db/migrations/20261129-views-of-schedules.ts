import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** Which scheduled exports use a saved view. */
export const viewsOfSchedules: Migration = {
  name: '20261129-views-of-schedules',
  oldestBeside: '0.2.0',
  async up(tx) {
    await tx.schema
      .createIndex('scheduled_exports_of_view')
      .on('scheduled_exports')
      .columns(['account_id', 'view_id', 'id'])
      .where(sql.ref('view_id'), 'is not', null)
      .execute();
  },
};
