import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { groupText, userSearchText } from '#directory/attributes/search-texts.ts';

type RowKey = { readonly accountId: string; readonly id: string };

// The rows stay locked until they are indexed: otherwise the older text would overwrite a change made meanwhile.
const pageOf = async (tx: Tx, table: 'users' | 'groups', after: RowKey, limit: number) =>
  await tx
    .selectFrom(table)
    .select(['account_id', 'id', 'attributes'])
    .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();

/** Users and the texts they are found by, for an index that does not contain them yet. */
export const usersToFind = {
  kind: 'user',
  async page(tx: Tx, after: RowKey, limit: number) {
    const rows = await pageOf(tx, 'users', after, limit);
    const things = rows.map(({ account_id, id, attributes }) => ({
      accountId: account_id,
      id,
      ...userSearchText(JSON.parse(attributes)),
    }));
    return { things, isLast: rows.length < limit };
  },
} as const;

/** Groups and the texts they are found by. */
export const groupsToFind = {
  kind: 'group',
  async page(tx: Tx, after: RowKey, limit: number) {
    const rows = await pageOf(tx, 'groups', after, limit);
    const things = rows.map(({ account_id, id, attributes }) => ({
      accountId: account_id,
      id,
      ...groupText(JSON.parse(attributes)),
    }));
    return { things, isLast: rows.length < limit };
  },
} as const;
