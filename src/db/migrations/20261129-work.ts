import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

/** Reminders of work, and actions on much work. */
export const work: Migration = {
  name: '20261129-work',
  oldestBeside: '0.2.0',
  async up(tx) {
    const time = engineOf(tx) === 'postgres' ? 'bigint' : 'integer';
    await tx.schema.alterTable('bulk_acts').addColumn('changes', 'text').execute();
    // A lease that nodes of older versions don't know: they take what `leased_until` gives free, and can't act on work.
    await tx.schema.alterTable('bulk_acts').addColumn('work_leased_until', 'bigint').execute();
    await tx.schema.alterTable('assignments').addColumn('reminded_at', time).execute();
    await tx.schema.alterTable('assignments').addColumn('reminder_waits', 'integer').execute();
    await tx.schema
      .createIndex('assignments_to_remind')
      .on('assignments')
      .columns(['account_id', 'assignee_id', 'reminded_at', 'id', 'assignee_type'])
      .where(sql.ref('reminder_waits'), 'is not', null)
      .execute();
  },
};
