import { type RawBuilder, sql } from 'kysely';
import type { Table } from '#commands/rows/rows.ts';
import type { Reader } from '#db/database.ts';
import { accountColumn } from './account-tables.ts';
import type { StoredRow } from './row-json.ts';

const MOST_ROWS = 1000;
const PAGE_CHARACTERS = 4_000_000;

/** Yields the rows of one account in the order of their keys. It holds about 4 MB of them at a time. */
export async function* eachRow(
  db: Reader,
  table: Table,
  accountId: string,
): AsyncGenerator<StoredRow> {
  const own = accountColumn(table);
  const rest = table.key.filter((name) => name !== own);
  const order = sql.join([own, ...rest].map((name) => sql.ref(name)));
  let after: StoredRow | undefined;
  let limit = 50;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table.name)}
      where ${sql.ref(own)} = ${accountId}${behind(rest, after)}
      order by ${order} limit ${limit}`.execute(db);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < limit || rest.length === 0) return;
    limit = nextLimit(rows);
  }
}

function behind(key: readonly string[], after: StoredRow | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``;
  const names = sql.join(key.map((name) => sql.ref(name)));
  return sql` and (${names}) > (${sql.join(key.map((name) => after[name]))})`;
}

/** Returns how many rows as large as these a page may have. */
function nextLimit(rows: readonly StoredRow[]): number {
  const characters = rows.reduce((sum, row) => sum + sizeOf(row), 1);
  const fitting = Math.floor((rows.length * PAGE_CHARACTERS) / characters);
  return Math.min(MOST_ROWS, Math.max(1, fitting));
}

const sizeOf = (row: StoredRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 8),
    0,
  );

export async function countAccountRows(
  db: Reader,
  table: Table,
  accountId: string,
): Promise<number> {
  const { rows } = await sql<{ readonly count: number | string }>`
    select count(*) as count from ${sql.table(table.name)}
    where ${sql.ref(accountColumn(table))} = ${accountId}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Returns how many files the attachments of an account are, and their bytes. */
export async function sumFiles(
  db: Reader,
  accountId: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const row = await db
    .selectFrom('attachments')
    .select((eb) => [
      eb.fn.count<number | string>('id').as('files'),
      eb.fn.count<number | string>('picture_key').as('pictures'),
      eb.fn.sum<number | string | null>('size').as('bytes'),
      eb.fn.sum<number | string | null>('picture_size').as('pictureBytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    files: Number(row?.files ?? 0) + Number(row?.pictures ?? 0),
    bytes: Number(row?.bytes ?? 0) + Number(row?.pictureBytes ?? 0),
  };
}
