// Both storage engines for a test, real ones: SQLite in a temporary folder, and a new database on
// the PostgreSQL server that the tests share. Whatever holds on one must hold on the other.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { Client } from 'pg';
import { sharedPostgresUrl } from './postgres-server.ts';

export interface EngineInstance {
  /** An empty folder: the data directory. */
  readonly dataDir: string;
  /** The database of this instance alone; undefined means SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Removes folder and database, closing what is still connected. Runs by itself after the suite. */
  dispose(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** An empty place to store in, shared with no other test. */
  fresh(): Promise<EngineInstance>;
}

/** Calls `body` once per engine, inside `describe(engine.name)`. */
export function forEachEngine(body: (engine: Engine) => void): void {
  for (const create of [sqliteInstance, postgresInstance]) {
    const name = create === sqliteInstance ? 'sqlite' : 'postgres';
    describe(name, () => {
      const open = new Set<EngineInstance>();
      body({
        name,
        async fresh() {
          const instance = await create();
          open.add(instance);
          return instance;
        },
      });
      // Registered last, so that what the suite itself opened is closed first.
      after(async () => {
        await Promise.all([...open].map((instance) => instance.dispose()));
      });
    });
  }
}

async function sqliteInstance(): Promise<EngineInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'formstead-test-'));
  const dispose = () => rm(dataDir, { recursive: true, force: true });
  return { dataDir, databaseUrl: undefined, dispose };
}

async function postgresInstance(): Promise<EngineInstance> {
  const adminUrl = await sharedPostgresUrl();
  const name = `formstead_${randomBytes(8).toString('hex')}`;
  await administer(adminUrl, `create database ${name}`);
  const folder = await sqliteInstance();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    dataDir: folder.dataDir,
    databaseUrl: url.href,
    async dispose() {
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      await folder.dispose();
    },
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
