import { sql } from 'kysely';
import type { Migration } from '#db/migrate.ts';

/**
 * Whom a connection for single sign-on is for, where an account has several: the people whom certain credentials
 * provisioned. Of those who are here already, the audit log has the credential that brought them.
 */
export const ssoPeople: Migration = {
  name: '20261123-sso-people',
  async up(tx) {
    await tx.schema.alterTable('users').addColumn('provisioned_by', 'text').execute();
    await tx.schema.alterTable('sso_connections').addColumn('credential_ids', 'text').execute();
    // One pass over the audit log: its index by target does not hold the events that are still to be linked.
    await sql`
      update users set provisioned_by = brought.credential_id
      from (
        select account_id, target_id, max(credential_id) as credential_id from audit_events
        where action in ('user.create', 'user.adopt') and result = 'ok' and credential_id is not null
        group by account_id, target_id
      ) as brought
      where users.account_id = brought.account_id and users.id = brought.target_id
        and users.origin = 'provisioned'`.execute(tx);
  },
};
