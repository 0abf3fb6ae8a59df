import type { Migration } from '#db/migrate.ts';

/** Clients that name the token endpoint as audience (RFC 7523 §3), and why a client was last refused. */
export const assertionAudience: Migration = {
  name: '20261122-assertion-audience',
  async up(tx) {
    await tx.schema
      .alterTable('client_keys')
      .addColumn('token_endpoint_audience', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    const credentials = () => tx.schema.alterTable('credentials');
    await credentials().addColumn('last_refused_at', 'bigint').execute();
    await credentials().addColumn('last_refused_ip', 'text').execute();
    await credentials().addColumn('last_refused_reason', 'text').execute();
  },
};
