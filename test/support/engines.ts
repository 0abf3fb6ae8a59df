// Both database engines for a test, both real: SQLite in a temporary folder, and a new database on the PostgreSQL
// server that the tests share. A test that passes on one must pass on the other.
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, afterEach, describe, type TestContext } from 'node:test';
import { getCallSites } from 'node:util';
import { Client } from 'pg';
import { openDatabase } from '#db/open.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { systemRandom } from '#kernel/ids.ts';
import { sharedPostgresUrl } from './postgres-server.ts';
import { shownPages } from './shown-pages.ts';
import { IS_DEEP } from './timing.ts';

export interface EngineInstance {
  /** The data directory, initially empty. */
  readonly dataDir: string;
  /** The database of this instance alone; undefined means SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Removes the folder and the database, and closes open connections. Runs by itself after the suite. */
  dispose(): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Returns a database that no other test shares: without a schema, or ('any') perhaps with the current one. */
  fresh(schema?: 'none' | 'any'): Promise<EngineInstance>;
}

/** @param other the other engine, for tests of data that goes from one to the other */
type EngineBody = (engine: Engine, other: Engine) => void;

/**
 * Calls `body` once for each engine, inside `describe(engine.name)`. A whole `npm test` takes one of them, always the same
 * for a file; a file that is named, `npm run test:all` and `npm run test:deep` take both.
 */
export function forEachEngine(body: EngineBody): void {
  forEngines(TAKES_ONE ? [engineOf(getCallSites(2)[1]?.scriptName ?? '')] : ENGINES, body);
}

/** For storage itself, and for SQL that differs between the engines: always on both. */
export function forBothEngines(body: EngineBody): void {
  forEngines(ENGINES, body);
}

const ENGINES = ['sqlite', 'postgres'] as const;
/** Set by the runner of tests. */
const TAKES_ONE = process.env['TEST_ENGINES'] === 'one';

/** Returns the engine of a file: about half of all have each. */
function engineOf(file: string): Engine['name'] {
  const [first = 0] = createHash('sha256').update(basename(file)).digest();
  return first % 2 === 0 ? 'sqlite' : 'postgres';
}

/** For tests of pages, which do not depend on the engine. Other tests run the pages' requests on both engines. */
export function forOneEngine(body: (engine: Engine) => void): void {
  forEngines(['sqlite'], body);
}

/**
 * For journeys and attacks that take long and hardly depend on the engine: on the given one, and on both only in
 * `npm run test:deep`. What they send is tried on both engines by shorter tests.
 */
export function forEngineOrBoth(name: Engine['name'], body: (engine: Engine) => void): void {
  if (IS_DEEP) forBothEngines(body);
  else forEngines([name], body);
}

function forEngines(names: readonly Engine['name'][], body: EngineBody): void {
  for (const name of names) {
    describe(name, () => {
      const open = new Set<EngineInstance>();
      afterEach(tellShown);
      const other = name === 'sqlite' ? 'postgres' : 'sqlite';
      body(engineNamed(name, open), engineNamed(other, open));
      // Registered last, so that it runs after the suite has closed what it opened.
      after(async () => {
        await Promise.all([...open].map((instance) => instance.dispose()));
      });
    });
  }
}

/** @param open receives the instances that the engine makes */
const engineNamed = (name: Engine['name'], open: Set<EngineInstance>): Engine => ({
  name,
  async fresh(schema = 'none') {
    const template = schema === 'none' ? 'template1' : MIGRATED;
    const instance = await (name === 'sqlite'
      ? sqliteInstance(schema)
      : postgresInstance(template));
    open.add(instance);
    return instance;
  },
});

async function tellShown(context: unknown): Promise<void> {
  const { error, diagnostic } = context as TestContext;
  if (!error) return;
  for (const shown of await shownPages()) diagnostic.call(context, shown);
}

async function sqliteInstance(schema: 'none' | 'any'): Promise<EngineInstance> {
  const folder = await emptyFolder();
  if (schema === 'any') {
    migratedFile ??= makeMigratedFile();
    await copyFile(await migratedFile, sqliteFile(folder.dataDir));
  }
  return folder;
}

async function emptyFolder(): Promise<EngineInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'formstead-test-'));
  const dispose = () => rm(dataDir, { recursive: true, force: true });
  return { dataDir, databaseUrl: undefined, dispose };
}

/** The migrated file that this process copies. */
let migratedFile: Promise<string> | undefined;

async function makeMigratedFile(): Promise<string> {
  const { dataDir } = await emptyFolder();
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const db = await openDatabase({ dataDir, clock: wallClock, random: systemRandom });
  // SQLite moves its log into the file when its last connection closes.
  await db.close();
  return sqliteFile(dataDir);
}

/** @param template the database to copy */
async function postgresInstance(template: string): Promise<EngineInstance> {
  if (template === MIGRATED) {
    migrated ??= makeMigrated();
    await migrated;
  }
  const name = `formstead_${randomBytes(8).toString('hex')}`;
  await administer((client) => client.query(`create database ${name} template ${template}`));
  const folder = await emptyFolder();
  return {
    dataDir: folder.dataDir,
    databaseUrl: await urlOf(name),
    async dispose() {
      await administer((client) => client.query(`drop database if exists ${name} with (force)`));
      await folder.dispose();
    },
  };
}

/** Created by the first test that needs it: to copy a database takes a fraction of the time of migrating one. */
const MIGRATED = 'formstead_migrated';
let migrated: Promise<void> | undefined;

async function makeMigrated(): Promise<void> {
  await administer(async (client) => {
    await client.query('select pg_advisory_lock(1)'); // until the client disconnects
    const known = await client.query('select from pg_database where datname = $1', [MIGRATED]);
    if (known.rowCount !== 0) return;
    await client.query('drop database if exists formstead_migrating');
    await client.query('create database formstead_migrating');
    const databaseUrl = await urlOf('formstead_migrating');
    const random = systemRandom;
    const db = await openDatabase({ dataDir: '', databaseUrl, clock: wallClock, random });
    await db.close();
    await client.query(`alter database formstead_migrating rename to ${MIGRATED}`);
  });
}

const wallClock = { now: () => Date.now() };

async function urlOf(database: string): Promise<string> {
  const url = new URL(await sharedPostgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: await sharedPostgresUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
