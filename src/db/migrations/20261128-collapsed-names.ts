import { sql } from 'kysely';
import { collapsed, isSpaced } from '#db/collapsed.ts';
import type { Migration } from '#db/migration.ts';

const INDEXES = [
  ['users_by_collapsed_name', 'users', 'user_name_key', 'account_id, '],
  ['users_by_collapsed_name_anywhere', 'users', 'user_name_key', ''],
  ['groups_by_collapsed_name', 'groups', 'display_name_key', 'account_id, '],
] as const;

/**
 * Names that differ only in white space are one name from now on (decision 88). The stored keys stay as they are, for
 * nodes of the version before and for the pairs that exist; these indexes hold the few keys with such white space.
 */
export const collapsedNames: Migration = {
  name: '20261128-collapsed-names',
  oldestBeside: '0.2.0',
  async up(tx) {
    for (const [name, table, column, before] of INDEXES) {
      const key = sql.ref(column);
      await sql`
        create index ${sql.ref(name)} on ${sql.table(table)}
          (${sql.raw(before)}(${collapsed(tx, key)}), ${key})
        where ${isSpaced(tx, key)}
      `.execute(tx);
    }
  },
};
