import { sql } from 'kysely';
import type { Migration } from '#db/migrate.ts';

/**
 * An admin can keep somebody out whatever the identity provider says. `active` still says whether the person gets in;
 * what the identity provider said stands beside it, and is what SCIM filters by.
 */
export const localBlock: Migration = {
  name: '20261123-local-block',
  async up(tx) {
    await tx.schema.alterTable('users').addColumn('blocked_at', 'bigint').execute();
    await tx.schema
      .alterTable('users')
      .addColumn('scim_active', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
    await sql`update users set scim_active = 0 where active = 0`.execute(tx);
  },
};
