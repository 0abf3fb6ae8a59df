import type { Migration } from '#db/migrate.ts';

/** How long passwords must be at least, for each account and way in. */
export const passwordRules: Migration = {
  name: '20261121-password-rules',
  async up(tx) {
    for (const [column, length] of [
      ['password_min_length', 15],
      ['password_min_length_scim', 8],
    ] as const) {
      await tx.schema
        .alterTable('accounts')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(length))
        .execute();
    }
  },
};
