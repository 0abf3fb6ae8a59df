import type { Reader } from '#db/database.ts';
import type { StoredFacts } from '#files/files.ts';

const MAX_ACCOUNTS = 100;

/** Returns the newest stored time of accounts, keys and audit events, in milliseconds; undefined if there is none. */
export async function readNewestTime(db: Reader): Promise<number | undefined> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(MAX_ACCOUNTS)
    .execute();
  const keys = await db.selectFrom('keys').select('created_at').execute();
  const times = [...accounts, ...keys].map((row) => row.created_at);
  for (const { id } of accounts) {
    const event = await db
      .selectFrom('audit_events')
      .select('at')
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (event) times.push(event.at);
  }
  return times.length === 0 ? undefined : Math.max(...times);
}

export interface NewestFile extends StoredFacts {
  readonly storageKey: string;
}

/** Lists the newest attachments of forms. */
export async function listNewestFiles(db: Reader, limit: number): Promise<readonly NewestFile[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['storage_key', 'size', 'sha256'])
    .orderBy('check_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ storage_key: storageKey, size, sha256 }) => {
    return { storageKey, size: Number(size), sha256 };
  });
}

export async function listAccountCodes(
  db: Reader,
): Promise<readonly { readonly id: string; readonly code: string }[]> {
  return await db.selectFrom('accounts').select(['id', 'code']).orderBy('code').execute();
}
