import type { Migration } from '#db/migrate.ts';

/** Which connection a session began with, so that signing out can name what goes on at the provider. */
export const sessionConnections: Migration = {
  name: '20261123-session-connections',
  async up(tx) {
    await tx.schema.alterTable('sessions').addColumn('sso_connection_id', 'text').execute();
  },
};
