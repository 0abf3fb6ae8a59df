import { sql } from 'kysely';
import type { CopiedRow, Table } from '#commands/rows/rows.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { SizedEntry } from '#provisioning/index.ts';
import type { Staging } from './staging.ts';

/** SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const MOST_PARAMETERS = 30_000;
const MOST_ROWS = 500;

/** Returns the code of an account that is here under an id, or the id of one with a code. */
export async function findAccount(
  db: Reader,
  { id, code }: { readonly id: string; readonly code: string },
): Promise<{ readonly id: string; readonly code: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'code'])
    .where((eb) => eb.or([eb('id', '=', id), eb('code', '=', code)]))
    .orderBy('id')
    .executeTakeFirst();
}

/** Yields the sizes of the staged entries of the provisioning log, in the order of their ids. */
export function* sizedEntries({ handle }: Staging): Generator<SizedEntry> {
  const texts = ['path', 'query', 'detail', 'agent', 'request_body', 'response_body'];
  const bytes = texts.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ');
  const rows = handle.prepare<[], SizedEntry>(
    `select id, at, ${bytes} as "textBytes" from provisioning_log order by id`,
  );
  yield* rows.iterate();
}

/** Copies a staged table into the storage. @returns how many rows */
export async function copyStaged(
  tx: Tx,
  { handle }: Staging,
  table: Table,
  told: (rows: number) => void,
): Promise<number> {
  const columns = table.columns.map(({ name }) => name);
  const names = columns.map((name) => `"${name}"`);
  const select = handle.prepare<[], CopiedRow>(`select ${names} from "${table.name}"`).raw(true);
  const atOnce = Math.min(MOST_ROWS, Math.floor(MOST_PARAMETERS / columns.length));
  let rows = 0;
  let batch: CopiedRow[] = [];
  const write = async (): Promise<void> => {
    if (batch.length === 0) return;
    await insertRows(tx, table.name, columns, batch);
    rows += batch.length;
    told(rows);
    batch = [];
  };
  for (const row of select.iterate()) {
    batch.push(row);
    if (batch.length >= atOnce) await write();
  }
  await write();
  return rows;
}

async function insertRows(
  tx: Tx,
  name: string,
  columns: readonly string[],
  rows: readonly CopiedRow[],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(row.map((cell) => sql.val(cell)))})`);
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(tx);
}
