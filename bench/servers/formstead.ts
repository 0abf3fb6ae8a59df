import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../test/support/command-line.ts';
import { compileCacheDir } from '../../tools/compile-cache.mjs';
import { threadPoolSize } from '../../tools/thread-pool.mjs';
import type { Bench } from '../harness/benchmark.ts';
import { caller, expectJson } from '../harness/https-call.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';

export type Engine = 'SQLite' | 'PostgreSQL';

/** An organisation with its first admin, and a credential that acts as that admin. */
export interface Account {
  readonly accountId: string;
  /** Id of the admin. */
  readonly userId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A Formstead as an operator would set it up, except that its limits are out of reach. */
export interface Deployment extends Account {
  readonly dataDir: string;
  /** Undefined with SQLite. */
  readonly databaseUrl: string | undefined;
  addAccount(name: string): Promise<Account>;
  /** Starts the service as `formstead serve` does, with its log in a file. */
  start(otherwise?: {
    /** A module from bench/servers that is loaded before the service. */
    readonly preload?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** The launcher of a release, in place of the sources. */
    readonly launcher?: string;
  }): Promise<ServerProcess>;
}

const src = (file: string): string => fileURLToPath(import.meta.resolve(`../../src/${file}`));
const BEYOND_REACH = '10000000';
const MASTER_KEY = Buffer.alloc(32, 'bench').toString('base64');

export async function deployFormstead(
  bench: Bench,
  engine: Engine,
  admin: { readonly password?: string } = {},
): Promise<Deployment> {
  const dataDir = await bench.folder();
  const databaseUrl = engine === 'PostgreSQL' ? await bench.postgresUrl() : undefined;
  // The values that tools/run.mjs sets; a launcher sets its own.
  const setByTools = {
    UV_THREADPOOL_SIZE: threadPoolSize(),
    NODE_COMPILE_CACHE: compileCacheDir(fileURLToPath(import.meta.resolve('../..'))),
  };
  const env = {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_PORT: '0',
    // Fixed, unlike the port: a token contains its issuer and must stay valid after a restart.
    FORMSTEAD_PUBLIC_URL: 'https://localhost:8443',
    FORMSTEAD_LIMIT_SCIM: BEYOND_REACH,
    FORMSTEAD_LIMIT_API: BEYOND_REACH,
    FORMSTEAD_LIMIT_TOKEN_PER_CLIENT: BEYOND_REACH,
    FORMSTEAD_LIMIT_TOKEN_PER_ADDRESS: BEYOND_REACH,
    FORMSTEAD_LIMIT_CONCURRENT: BEYOND_REACH,
    FORMSTEAD_LIMIT_PUBLIC: BEYOND_REACH,
    FORMSTEAD_LIMIT_UNAUTHORISED: BEYOND_REACH,
    FORMSTEAD_LIMIT_PASSWORD_FAILURES_PER_ADDRESS: BEYOND_REACH,
    FORMSTEAD_LIMIT_PASSWORD_FAILURES_PER_USER_AND_ADDRESS: '100',
    ...(databaseUrl !== undefined && {
      FORMSTEAD_DATABASE_URL: databaseUrl,
      FORMSTEAD_MASTER_KEY: MASTER_KEY,
    }),
  };
  // Runs in this process: loading the program for each account would take longer than a quick run measures.
  const formstead = commandLine(env);
  const setUp = async (name: string, more: readonly string[] = []): Promise<Account> => {
    const command = ['setup', '--account', name, '--user-name', 'admin', '--json', ...more];
    const { code, stderr, word } = await formstead(...command);
    if (code !== 0) throw new Error(`${name} was not set up: ${stderr}`);
    return {
      accountId: word('accountId'),
      userId: word('userId'),
      clientId: word('clientId'),
      clientSecret: word('clientSecret'),
    };
  };
  const passwordFile = join(dataDir, 'password.txt');
  if (admin.password !== undefined) await writeFile(passwordFile, admin.password);
  const withPassword = admin.password === undefined ? [] : ['--password-file', passwordFile];
  return {
    ...(await setUp('Bench', withPassword)),
    dataDir,
    databaseUrl,
    addAccount: (name) => setUp(name),
    async start({ preload, env: more, launcher } = {}) {
      const first = preload === undefined ? [] : ['--import', import.meta.resolve(preload)];
      const server = await startServer({
        command: [...first, ...(launcher === undefined ? [src('main.ts')] : [launcher, 'serve'])],
        env: { ...(launcher === undefined ? setByTools : {}), ...env, ...more },
        logFile: join(dataDir, 'formstead.log'),
        ca: join(dataDir, 'tls', 'cert.pem'),
      });
      bench.defer(server.stop);
      return server;
    },
  };
}

/** Returns the body of a token request (RFC 6749 §4.4.2). */
export function tokenForm({ clientId, clientSecret }: Account): string {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
}

export async function fetchToken(account: Account, server: ServerProcess): Promise<string> {
  const call = caller(server.port, server.ca);
  const type = 'application/x-www-form-urlencoded';
  const answer = await call('POST', '/connect/token', { type, text: tokenForm(account) });
  call.close();
  return String(expectJson(answer, 200, 'the token request')['access_token']);
}
