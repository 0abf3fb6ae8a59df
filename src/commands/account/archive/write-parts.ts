// Writes the files of lines of an archive, as of one moment of the data.
import { join } from 'node:path';
import type { Table } from '#commands/rows/rows.ts';
import type { Progress } from '#commands/shell/progress.ts';
import type { Reader } from '#db/database.ts';
import type { Account } from '#directory/index.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { eachGroupText, eachUser } from '#scim/index.ts';
import type { Services } from '#services.ts';
import { countAccountRows, eachRow } from './account-rows.store.ts';
import { keptAs, secretColumns } from './account-tables.ts';
import { omittedColumns, type Part, pathInArchive, SECRETS, secretName } from './format.ts';
import { rowToJson, type StoredRow } from './row-json.ts';
import { openRow } from './sealed-columns.ts';
import { type Sealing, writePart } from './write-part.ts';

/** Where the data of one organisation is read from. */
export interface ArchiveSource {
  readonly services: Pick<Services, 'directory' | 'types' | 'seal'>;
  /** One moment of the data. */
  readonly db: Reader;
  readonly account: Account;
  readonly tables: readonly Table[];
  readonly progress: Progress;
  /** The address of the service, with which the locations of SCIM begin. */
  readonly publicUrl: () => string;
}

export interface WrittenParts {
  readonly parts: readonly Part[];
  /** Secrets that the master key of this installation could not open. */
  readonly unreadable: number;
}

/** A file of a part lies in the folder under the number of the part. */
export const fileOf = (folder: string, index: number): string => join(folder, String(index));

/** @param sealing if undefined, secrets are left out */
export async function writeParts(
  source: ArchiveSource,
  folder: string,
  sealing: Sealing | undefined,
): Promise<WrittenParts> {
  const { services, db, account, tables, publicUrl } = source;
  const parts: Part[] = [];
  const next = (): string => fileOf(folder, parts.length);
  for (const kept of ['data', 'index'] as const) {
    for (const table of tables.filter((each) => keptAs(each) === kept)) {
      parts.push(await writePart(next(), pathInArchive(table, kept), linesOf(source, table)));
    }
  }
  const deps = { ...services, db: { reader: db }, publicUrl };
  const users = textsOf(eachUser(deps, account.id));
  parts.push(await writePart(next(), 'scim/users.jsonl', users));
  const groups = eachGroupText(deps, account.id);
  parts.push(await writePart(next(), 'scim/groups.jsonl', groups));
  if (sealing === undefined) return { parts, unreadable: 0 };
  const found = { unreadable: 0 };
  parts.push(await writePart(next(), SECRETS, secretLines(source, found), sealing));
  return { parts, ...found };
}

async function* textsOf(values: AsyncIterable<JsonValue>): AsyncGenerator<string> {
  for await (const value of values) yield JSON.stringify(value);
}

async function* linesOf(source: ArchiveSource, table: Table): AsyncGenerator<string> {
  const omitted = omittedColumns(table);
  const extra = table.name === 'forms' ? await templateTitles(source) : () => ({});
  for await (const row of rowsOf(source, table)) {
    yield JSON.stringify({ ...rowToJson(table, row, omitted), ...extra(row) });
  }
}

async function* rowsOf(
  { db, account, progress }: ArchiveSource,
  table: Table,
): AsyncGenerator<StoredRow> {
  const all = await countAccountRows(db, table, account.id);
  let rows = 0;
  for await (const row of eachRow(db, table, account.id)) {
    rows += 1;
    progress(table.name, rows, all);
    yield row;
  }
}

/** Returns a function that names the template of a form, which otherwise is an id only. */
async function templateTitles({
  db,
  account,
  tables,
}: ArchiveSource): Promise<(row: StoredRow) => JsonObject> {
  const titles = new Map<unknown, string>();
  for (const table of tables.filter(({ name }) => name === 'templates')) {
    for await (const { id, name } of eachRow(db, table, account.id)) titles.set(id, String(name));
  }
  return (row) => ({ templateTitle: titles.get(row['template_id']) ?? null });
}

/** Yields whole rows of secret tables, and the secret columns of others with the key of their row. */
async function* secretLines(
  source: ArchiveSource,
  found: { unreadable: number },
): AsyncGenerator<string> {
  for (const table of source.tables) {
    const columns = secretColumns(table);
    if (keptAs(table) === 'secret') yield* secretsOf(source, table, ['account_id'], found);
    else if (columns.length > 0) yield* secretsOf(source, table, othersThan(table, columns), found);
  }
}

async function* secretsOf(
  source: ArchiveSource,
  table: Table,
  hidden: readonly string[],
  found: { unreadable: number },
): AsyncGenerator<string> {
  const columns = secretColumns(table);
  const isEmpty = (row: StoredRow): boolean =>
    columns.length > 0 && columns.every((name) => row[name] === null);
  for await (const row of rowsOf(source, table)) {
    if (isEmpty(row)) continue;
    const line = secretLine(source, table, row, hidden);
    if (line === undefined) found.unreadable += 1;
    else yield line;
  }
}

function secretLine(
  { services, account }: ArchiveSource,
  table: Table,
  row: StoredRow,
  hidden: readonly string[],
): string | undefined {
  const opened = openRow(services.seal, table, account.id, row);
  if (opened === undefined) return undefined;
  return JSON.stringify({ kind: secretName(table), row: rowToJson(table, opened, hidden) });
}

function othersThan({ columns, key }: Table, shown: readonly string[]): readonly string[] {
  const all = columns.map(({ name }) => name);
  return all.filter(
    (name) => name === 'account_id' || !(shown.includes(name) || key.includes(name)),
  );
}
