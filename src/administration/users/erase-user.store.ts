import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';

export interface LogEntryText {
  readonly id: string;
  readonly text: string;
  readonly resourceId: string | null;
}

/** Returns entries of the provisioning log after an entry, oldest first, with the texts that may name a person. */
export async function listLogTexts(
  db: Reader,
  accountId: string,
  after: string,
  limit: number,
): Promise<readonly LogEntryText[]> {
  const rows = await db
    .selectFrom('provisioning_log')
    .select(['id', 'path', 'query', 'detail', 'resource_id', 'resource_name', 'name_before'])
    .select(['request_body', 'response_body'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, resource_id, ...texts }) => ({
    id,
    resourceId: resource_id,
    text: Object.values(texts).join('\n'),
  }));
}

/** Removes the content of entries; when a request arrived and how it ended is kept. */
export async function emptyLogEntries(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await sql`update provisioning_log set query = null, detail = null, resource_name = null, name_key = null, name_before = null, name_before_key = null,
        request_body = null, response_body = null
      where account_id = ${accountId} and id = ${id}`.execute(db);
  }
}

/** Tables whose rows are deleted together with their user. */
const BELONGINGS = ['sessions', 'passkeys'] as const;

export interface Belongings {
  readonly sessions: number;
  readonly passkeys: number;
  readonly credentials: number;
  readonly groups: number;
}

/** Counts what is deleted or revoked together with the user. */
export async function countBelongings(
  tx: Tx,
  accountId: string,
  userId: string,
): Promise<Belongings> {
  const count = async (query: ReturnType<typeof sql<{ found: number | string }>>) => {
    const { rows } = await query.execute(tx);
    return Number(rows[0]?.found ?? 0);
  };
  const [sessions = 0, passkeys = 0] = [
    ...(await Promise.all(
      BELONGINGS.map((table) =>
        count(sql`select count(*) as found from ${sql.table(table)}
          where account_id = ${accountId} and user_id = ${userId}`),
      ),
    )),
  ];
  return {
    sessions,
    passkeys,
    credentials: await count(sql`select count(*) as found from credentials
      where account_id = ${accountId} and acts_as_user_id = ${userId} and revoked_at is null`),
    groups: await count(sql`select count(*) as found from memberships
      where account_id = ${accountId} and member_id = ${userId}`),
  };
}
