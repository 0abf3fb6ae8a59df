// `npm version` runs this (`version` in package.json). It keeps a small database of the version that is released, on
// both engines, in test/released/VERSION. The program itself makes the data, over HTTPS.
//
//   node tools/run.mjs tools/keep-release.ts [--program FOLDER] [--ref COMMIT]
//
// Why it exists: people have data of every version that was released, and each of them must arrive in the next one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { killedServer } from '../test/support/killed-server.ts';
import { createDatabase, serverWithTools } from '../test/support/postgres-tools.ts';
import { MASTER_KEY, PASSWORD, type Secrets } from '../test/support/released.ts';
import { fillIn } from './keep-release/fill-in.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

interface Storage {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** Runs a command of the program. @returns its JSON */
function runCommand(program: string, env: NodeJS.ProcessEnv, args: readonly string[]) {
  const command = ['src/cli.ts', ...args, '--json'];
  const options = { cwd: program, env, input: PASSWORD, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, command, options));
}

/** Sets the program up on an empty storage and has people work with it. */
async function makeData(program: string, { dataDir, databaseUrl }: Storage): Promise<Secrets> {
  const env = {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_MASTER_KEY: MASTER_KEY,
    ...(databaseUrl !== undefined && { FORMSTEAD_DATABASE_URL: databaseUrl }),
  };
  const setup = ['setup', '--account', 'Harbour Works', '--user-name', 'admin'];
  const made = runCommand(program, env, [...setup, '--password-file', '-']);
  const [{ code }] = runCommand(program, env, ['account', 'list']);
  const { accountId, userId, clientId, clientSecret } = made;
  const server = killedServer(env, program);
  await server.start();
  try {
    const told = await fillIn(server, { code, clientId, clientSecret });
    return { accountId, accountCode: code, userId, clientId, clientSecret, ...told };
  } finally {
    await server.stop();
  }
}

async function keepSqlite(program: string, folder: string): Promise<Secrets> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-keep-'));
  try {
    const secrets = await makeData(program, { dataDir });
    const copy = join(dataDir, 'copy.db');
    const db = new SqliteDatabase(join(dataDir, 'formstead.db'));
    db.prepare('vacuum into ?').run(copy);
    db.close();
    writeFileSync(join(folder, 'formstead.db.gz'), gzipSync(readFileSync(copy), { level: 9 }));
    return secrets;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function keepPostgres(program: string, folder: string): Promise<Secrets> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-keep-'));
  const { adminUrl, tools, stop } = await serverWithTools();
  try {
    if (tools === undefined) {
      throw new Error(
        'There is no pg_dump here that reads a PostgreSQL server. Install postgresql (Debian), then release again.',
      );
    }
    const databaseUrl = await createDatabase(adminUrl, `formstead_keep_${process.pid}`);
    const secrets = await makeData(program, { dataDir, databaseUrl });
    // As statements that any client can send; \restrict is a command of psql alone.
    const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges'];
    const dump = execFileSync(join(tools, 'pg_dump'), [...options, databaseUrl], {
      encoding: 'utf8',
    });
    const text = dump.replaceAll(/^\\(?:un)?restrict .*\n/gm, '');
    writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(text, { level: 9 }));
    return secrets;
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { program: { type: 'string', default: ROOT }, ref: { type: 'string' } },
  });
  const program = resolve(values.program);
  const { version } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'));
  const folder = join(ROOT, 'test/released', version);
  mkdirSync(folder, { recursive: true });
  const sqlite = await keepSqlite(program, folder);
  const postgres = await keepPostgres(program, folder);
  const kept = { version, ref: values.ref ?? `v${version}`, sqlite, postgres };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(kept, null, 2)}\n`);
}

main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
});
