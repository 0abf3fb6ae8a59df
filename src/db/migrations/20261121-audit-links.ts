import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

const CONTENT =
  'account_id, id, at, action, result, actor_user_id, credential_id, ip, target_type, target_id, detail';

/**
 * Linking a line of the audit record at half the cost on SQLite, where a trigger that aborts makes it note every page
 * that an update is about to change. One that fails does not, and undoes less: lines that the same statement gave
 * their place before. What it refuses is the same, and it refuses the first such line.
 */
export const auditLinks: Migration = {
  name: '20261121-audit-links',
  async up(tx) {
    if (engineOf(tx) === 'postgres') return;
    await sql`drop trigger audit_events_no_update`.execute(tx);
    await sql`
      create trigger audit_events_no_update before update of ${sql.raw(CONTENT)} on audit_events
      begin select raise(fail, 'the audit record is append-only'); end`.execute(tx);
    await sql`
      create trigger audit_events_linked_once before update of chain_seq, chain_hash on audit_events
      when old.chain_seq is not null or new.chain_seq is null or new.chain_hash is null
      begin select raise(fail, 'the audit record is append-only'); end`.execute(tx);
  },
};
