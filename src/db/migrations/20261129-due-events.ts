import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migration.ts';

const DAY_MS = 86_400_000;

/** For each event, how long before a form is due it is sent. */
const EVENTS = [
  ['due', DAY_MS],
  ['overdue', 0],
] as const;

/**
 * The due dates that listeners were told of, and indexes of those that they are still to be told of. What is due
 * already, or within a day, counts as told: nobody asked for it then.
 */
export const dueEvents: Migration = {
  name: '20261129-due-events',
  oldestBeside: '0.2.0',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const time = isPostgres ? 'bigint' : 'integer';
    const now = isPostgres
      ? sql`extract(epoch from clock_timestamp()) * 1000`
      : sql`unixepoch() * 1000`;
    for (const [event, aheadMs] of EVENTS) {
      const told = `${event}_told_at`;
      await tx.schema.alterTable('forms').addColumn(told, time).execute();
      await sql`update forms set ${sql.ref(told)} = due_at where due_at <= ${now} + ${sql.lit(aheadMs)}`.execute(
        tx,
      );
      await sql`create index ${sql.ref(`forms_to_tell_${event}`)} on forms (due_at, account_id, id)
        where status = 'draft' and deleted_at is null and ${sql.ref(told)} is distinct from due_at
        and due_at is not null`.execute(tx);
    }
  },
};
