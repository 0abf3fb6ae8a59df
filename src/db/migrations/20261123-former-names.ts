import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';
import { fold } from '#kernel/text.ts';

const BATCH = 500;

/**
 * To list those who are deleted and not erased, and to find all that names them when they are: what else they were known
 * as, a JSON array of their externalId and e-mail addresses. Of those who were deleted before, that is not known.
 */
export const formerNames: Migration = {
  name: '20261123-former-names',
  async up(tx) {
    const key = engineOf(tx) === 'postgres' ? sql<string>`text collate "C"` : sql<string>`text`;
    await tx.schema.alterTable('former_users').addColumn('display_name_key', key).execute();
    await tx.schema.alterTable('former_users').addColumn('known_as', 'text').execute();
    await tx.schema
      .createIndex('former_users_by_deletion')
      .on('former_users')
      .columns(['account_id', 'deleted_at', 'id'])
      .execute();
    await fillIn(tx);
  },
};

interface Row {
  readonly account_id: string;
  readonly id: string;
  readonly display_name: string;
}

async function fillIn(tx: Tx): Promise<void> {
  for (let [account, id] = ['', '']; ; ) {
    const { rows } = await sql<Row>`
      select account_id, id, display_name from former_users
      where display_name is not null and (account_id, id) > (${account}, ${id})
      order by account_id, id limit ${BATCH}
    `.execute(tx);
    for (const row of rows) {
      await sql`update former_users set display_name_key = ${fold(row.display_name)}
        where account_id = ${row.account_id} and id = ${row.id}`.execute(tx);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    [account, id] = [last.account_id, last.id];
  }
}
