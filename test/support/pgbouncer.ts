// A real PgBouncer in transaction mode in front of the database of a test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findProgram } from './debian-programs.ts';
import { freePort } from './free-port.ts';

export interface PgBouncer {
  /** The URL of the database by way of PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const POLL_MS = 50;
/** Fewer than clients, so that they share connections. */
const SERVER_CONNECTIONS = 3;
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** @param settings lines of its section `[pgbouncer]` */
export async function startPgBouncer(
  databaseUrl: string,
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'formstead-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const { hostname, username, password } = target;
  const server = `host=${hostname} port=${target.port} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(findProgram('pgbouncer'), [file], {
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  for (const end = Date.now() + PATIENCE_MS; !(await answers(url.href)); await sleep(POLL_MS)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`no PgBouncer: ${said}`);
  }
  return {
    url: url.href,
    async stop() {
      if (child.exitCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGQUIT');
        await closed;
      }
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
