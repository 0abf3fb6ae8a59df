import { sql } from 'kysely';
import type { Migration } from '#db/migration.ts';

/** Columns that hold nothing but folded text. */
const KEYS = [
  ['groups', 'display_name_key'],
  ['users', 'user_name_key'],
  ['users', 'display_name_key'],
  ['former_users', 'user_name_key'],
  ['former_users', 'display_name_key'],
  ['templates', 'name_key'],
  ['forms', 'name_key'],
  ['lists', 'name_key'],
  ['dashboards', 'name_key'],
  ['saved_views', 'name_key'],
] as const;
/** Keys that only one row of an account may have. */
const UNIQUE = new Set(['groups.display_name_key', 'users.user_name_key']);

/**
 * `fold` made ß of the capital ẞ, and ss of ß, so that STRAẞE was not found as straße. No other text folds to one with
 * ß. Of two users or groups with one name, the second keeps its key: whoever renames either of them ends that.
 */
export const capitalSharpS: Migration = {
  name: '20261127-capital-sharp-s',
  oldestBeside: '0.1.0',
  async up(tx) {
    // Beside folded strings, these hold exact ones, in which ß may stand for itself.
    for (const [table, owner] of [
      ['users', 'users.id'],
      ['groups', 'groups.id'],
      ['user_values', 'user_values.user_id'],
    ] as const) {
      const source = table === 'groups' ? 'groups' : 'users';
      await sql`
        update ${sql.table(table)} set folded = replace(folded, 'ß', 'ss')
        where folded like '%ß%' and exists (
          select 1 from ${sql.table(source)} as source
          where source.account_id = ${sql.ref(`${table}.account_id`)}
            and source.id = ${sql.ref(owner)} and source.attributes like '%ẞ%')
      `.execute(tx);
    }
    await sql`
      update user_values set value_key = replace(value_key, 'ß', 'ss')
      where value_key like '%ß%' and folded not like '%ß%'
    `.execute(tx);
    for (const [table, column] of KEYS) {
      const key = sql.ref(column);
      const isFree = sql`not exists (
        select 1 from ${sql.table(table)} as other
        where other.account_id = ${sql.ref(`${table}.account_id`)}
          and other.${key} = replace(${sql.ref(`${table}.${column}`)}, 'ß', 'ss'))`;
      // Keys that differ may become one: of großgross and grossgroß, too, only the first changes.
      const isFirst = sql`id in (
        select id from (
          select id, row_number() over (
            partition by account_id, replace(${key}, 'ß', 'ss') order by id) as place
          from ${sql.table(table)} where ${key} like '%ß%') as changed
        where place = 1)`;
      await sql`
        update ${sql.table(table)}
        set ${key} = replace(${key}, 'ß', 'ss')
        where ${key} like '%ß%'
          ${UNIQUE.has(`${table}.${column}`) ? sql`and ${isFree} and ${isFirst}` : sql``}
      `.execute(tx);
    }
  },
};
