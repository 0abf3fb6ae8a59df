import { sql } from 'kysely';
import type { Migration } from '#db/migrate.ts';

/** Finds who signs in with an e-mail address, in whichever account. */
export const emailsAnywhere: Migration = {
  name: '20261123-emails-anywhere',
  async up(tx) {
    await tx.schema
      .createIndex('user_emails_anywhere')
      .on('user_values')
      .columns(['value_key', 'account_id', 'user_id'])
      .where(sql.ref('attribute'), '=', 'emails')
      .execute();
  },
};
