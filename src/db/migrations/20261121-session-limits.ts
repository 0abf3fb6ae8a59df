import type { Migration } from '#db/migrate.ts';

/** How long people stay signed in, for each account. */
export const sessionLimits: Migration = {
  name: '20261121-session-limits',
  async up(tx) {
    for (const [column, seconds] of [
      ['session_idle_seconds', 1800],
      ['session_longest_seconds', 43_200],
    ] as const) {
      // bigint: times in milliseconds are reckoned with it.
      await tx.schema
        .alterTable('accounts')
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(seconds))
        .execute();
    }
  },
};
