import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

const DAY_MS = 86_400_000;

/** For each event, how long before work is due it is sent. */
const EVENTS = [
  ['due', DAY_MS],
  ['overdue', 0],
] as const;

/**
 * The due dates of work that nobody has begun that listeners were told of, and indexes of those that they are still to be
 * told of, as `20261129-due-events` has them for forms. What is due already, or within a day, counts as told.
 */
export const workEvents: Migration = {
  name: '20261129-work-events',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const now = isPostgres
      ? sql`extract(epoch from clock_timestamp()) * 1000`
      : sql`unixepoch() * 1000`;
    for (const [event, aheadMs] of EVENTS) {
      const told = `${event}_told_key`;
      await tx.schema
        .alterTable('assignments')
        .addColumn(told, isPostgres ? 'bigint' : 'integer')
        .execute();
      await sql`update assignments set ${sql.ref(told)} = due_key where due_key <= ${now} + ${sql.lit(aheadMs)}`.execute(
        tx,
      );
      await sql`create index ${sql.ref(`assignments_to_tell_${event}`)} on assignments (due_key, account_id, id)
        where state = 'waiting' and ${sql.ref(told)} is distinct from due_key`.execute(tx);
    }
  },
};
