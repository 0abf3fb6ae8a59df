import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';
import { fold } from '#kernel/text.ts';

const BATCH = 500;

/**
 * What people were called who are deleted and not erased. Of those who were deleted before, the audit log has
 * the user name.
 */
export const formerUsers: Migration = {
  name: '20261122-former-users',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema
      .createTable('former_users')
      .addColumn('account_id', key, (c) => c.notNull().references('accounts.id'))
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('user_name', 'text', (c) => c.notNull())
      .addColumn('user_name_key', key, (c) => c.notNull())
      .addColumn('display_name', 'text')
      .addColumn('deleted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('former_users_pkey', ['account_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('former_users_by_name')
      .on('former_users')
      .columns(['account_id', 'user_name_key', 'deleted_at'])
      .execute();
    await fillIn(tx);
  },
};

interface Deletion {
  readonly account_id: string;
  readonly id: string;
  readonly target_id: string;
  readonly at: number;
  readonly detail: string | null;
}

async function fillIn(tx: Tx): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Deletion>`
      select e.account_id, e.id, e.target_id, e.at, e.detail from audit_events e
      where e.action = 'user.delete' and e.result = 'ok' and e.target_id is not null and e.id > ${after}
        and not exists (select 1 from audit_events x where x.account_id = e.account_id
          and x.target_id = e.target_id and x.action = 'user.erase')
      order by e.id limit ${BATCH}
    `.execute(tx);
    for (const row of rows) await insert(tx, row);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

async function insert(tx: Tx, { account_id, target_id, at, detail }: Deletion): Promise<void> {
  const { userName } = JSON.parse(detail ?? '{}');
  if (typeof userName !== 'string') return;
  const folded = fold(userName);
  await sql`insert into former_users (account_id, id, user_name, user_name_key, display_name, deleted_at)
    values (${account_id}, ${target_id}, ${userName}, ${folded}, null, ${at})
    on conflict do nothing`.execute(tx);
}
