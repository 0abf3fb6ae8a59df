// A storage before and after a move to the other engine.
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { sqliteFile } from '#db/open-sqlite.ts';
import { systemRandom } from '#kernel/ids.ts';
import { folder } from './command-line.ts';
import type { Engine, EngineInstance } from './engines.ts';
import { sharedPostgresUrl } from './postgres-server.ts';

export type Storage = Pick<EngineInstance, 'dataDir' | 'databaseUrl'>;

/** Returns every row of every table as text, read without any of the code that moves it. */
export async function rowsOf({
  dataDir,
  databaseUrl,
}: Storage): Promise<Readonly<Record<string, unknown>>> {
  if (databaseUrl === undefined) {
    const db = new SqliteDatabase(sqliteFile(dataDir), { readonly: true });
    try {
      const names = db
        .prepare<[], string>("select name from sqlite_master where type = 'table'")
        .pluck()
        .all();
      return await sorted(names, async (name) =>
        db.prepare<[], Record<string, unknown>>(`select * from "${name}"`).safeIntegers().all(),
      );
    } finally {
      db.close();
    }
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    const names = rows.map((row) => String(row.tablename));
    return await sorted(
      names,
      async (name) => (await client.query(`select * from "${name}"`)).rows,
    );
  } finally {
    await client.end();
  }
}

/** Triggers write these where forms arrive, each row with a random id; moved-while-read.test.ts holds their sums. */
const WRITTEN_THERE = new Set(['form_counts', 'form_count_changes']);

async function sorted(
  names: readonly string[],
  read: (name: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<Readonly<Record<string, unknown>>> {
  const tables: Record<string, unknown> = {};
  for (const name of names.filter((each) => !WRITTEN_THERE.has(each)).toSorted()) {
    const rows = (await read(name)).map((row) => {
      const cells = Object.entries(row).map(([column, cell]) => [
        column,
        cell === null ? null : String(cell),
      ]);
      return JSON.stringify(cells.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
    });
    tables[name] = rows.toSorted();
  }
  return tables;
}

/** An empty place on the other engine than that of `engine`. */
export async function otherPlace(
  t: TestContext,
  engine: Engine,
): Promise<{ readonly to: string; readonly storage: Storage }> {
  const dataDir = join(await folder(t), 'data');
  if (engine.name === 'postgres')
    return { to: `sqlite:${dataDir}`, storage: { dataDir, databaseUrl: undefined } };
  const name = `moved_${systemRandom.bytes(8).toString('hex')}`;
  const shared = await sharedPostgresUrl();
  const administer = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: shared });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${name}`);
  t.after(() => administer(`drop database if exists ${name} with (force)`));
  const url = new URL(shared);
  url.pathname = `/${name}`;
  return { to: url.href, storage: { dataDir, databaseUrl: url.href } };
}
