// A whole Formstead for a test: a real database, real HTTPS, and a clock that the test can move.

import { readFileSync } from 'node:fs';
import { type Agent, request as httpsRequest } from 'node:https';
import { type RunningServer, startServer } from '#app.ts';
import { openLogger, openTraces } from '#commands/traces.ts';
import { readSettings } from '#config/settings.ts';
import type { Role } from '#directory/index.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openMeter } from '#metrics/index.ts';
import { openServices, type Services } from '#services.ts';
import { type SetUpResult, setUpAccount } from '#sign-in/index.ts';
import type { Engine, EngineInstance } from './engines.ts';

/** A clock that follows the real time and can be moved ahead. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The bytes from which the text was read. */
  readonly bytes: Buffer;
  /** The parsed body; undefined if there is none. */
  readonly body: unknown;
  /** Returns a value inside the body, by own properties: `at('Resources', 0, 'id')`. */
  at(...path: readonly (string | number)[]): unknown;
}

export interface Call {
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Access token; by default the first admin's; null for no Authorization header. */
  readonly token?: string | null;
}

export interface Instance {
  readonly services: Services;
  readonly server: RunningServer;
  readonly clock: TestClock;
  readonly baseUrl: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  readonly account: SetUpResult;
  /** Log lines so far. */
  readonly logs: readonly string[];
  request(method: string, path: string, call?: Call): Promise<Answer>;
  /** Fetches a new access token with client credentials. */
  token(clientId: string, clientSecret: string): Promise<string>;
  adminToken(): Promise<string>;
  /** Creates another account with its own admin. */
  addAccount(name: string): Promise<SetUpResult>;
  /** Creates a local user in the first account, with a credential and its token that act as that user. */
  addUser(
    userName: string,
    role?: Role,
  ): Promise<{ readonly id: string; readonly clientId: string; readonly token: string }>;
  close(): Promise<void>;
}

export interface InstanceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** An existing data directory and database, for a second node or a restart. */
  readonly storage?: Pick<EngineInstance, 'dataDir' | 'databaseUrl'>;
  /** The account of an instance that was set up before. */
  readonly account?: SetUpResult;
  readonly clock?: TestClock;
  /** PEM of the certificate authority to trust, if the certificate is the operator's. */
  readonly ca?: string;
}

const MASTER_KEY = Buffer.from('formstead test master key, 32 by').toString('base64');
export const ADMIN_PASSWORD = 'seven quiet harbours at dusk';
const NO_LIMIT = '1000000';

export function createTestClock(): TestClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance(ms) {
      offset += ms;
    },
  };
}

export async function startInstance(
  engine: Engine,
  options: InstanceOptions = {},
): Promise<Instance> {
  const storage = options.storage ?? (await engine.fresh('any'));
  const clock = options.clock ?? createTestClock();
  const logs: string[] = [];
  const settings = readSettings({
    FORMSTEAD_DATA_DIR: storage.dataDir,
    FORMSTEAD_PORT: '0',
    FORMSTEAD_LIMIT_TOKEN_PER_CLIENT: NO_LIMIT,
    FORMSTEAD_LIMIT_TOKEN_PER_ADDRESS: NO_LIMIT,
    FORMSTEAD_LIMIT_API: NO_LIMIT,
    FORMSTEAD_LIMIT_SCIM: NO_LIMIT,
    FORMSTEAD_LIMIT_INTROSPECTION: NO_LIMIT,
    FORMSTEAD_LIMIT_SIGN_IN: NO_LIMIT,
    FORMSTEAD_LIMIT_PUBLIC: NO_LIMIT,
    FORMSTEAD_LIMIT_LINKS: NO_LIMIT,
    FORMSTEAD_LIMIT_LINK_SENDS: NO_LIMIT,
    FORMSTEAD_LIMIT_LINK_SENDS_PER_ADDRESS: NO_LIMIT,
    FORMSTEAD_LIMIT_LINK_UPLOADS_PER_ADDRESS: NO_LIMIT,
    FORMSTEAD_LIMIT_UNAUTHORISED: NO_LIMIT,
    FORMSTEAD_LIMIT_CONCURRENT: NO_LIMIT,
    FORMSTEAD_LIMIT_PASSWORD_FAILURES_PER_ADDRESS: NO_LIMIT,
    FORMSTEAD_LIMIT_CLIENT_FAILURES_PER_ADDRESS: NO_LIMIT,
    ...(storage.databaseUrl !== undefined && {
      FORMSTEAD_DATABASE_URL: storage.databaseUrl,
      FORMSTEAD_MASTER_KEY: MASTER_KEY,
    }),
    ...options.env,
  });
  const debug = { ...settings, logging: { ...settings.logging, level: 'debug' } } as const;
  const log = openLogger(debug, { write: (line: string) => void logs.push(line) });
  const meter = settings.metrics && (await openMeter());
  const random = systemRandom;
  const tracer = await openTraces(settings, { clock, random, log, meter });
  const services = await openServices({ settings, clock, random, log, meter, tracer });
  const addAccount = (name: string) =>
    setUpAccount(
      services,
      { accountName: name, userName: 'admin', password: ADMIN_PASSWORD },
      async () => undefined,
    );
  const account = options.account ?? (await addAccount('Acme'));
  const server = await startServer(services).catch(async (cause: unknown) => {
    await services.close();
    throw cause;
  });
  const ca = options.ca ?? (server.caFile ? readFileSync(server.caFile, 'utf8') : '');
  const baseUrl = `https://localhost:${server.port}`;
  let admin: Promise<string> | undefined;

  const send = (method: string, path: string, call: Call, token: string | null) =>
    sendRequest({ port: server.port, path, method, ca, call, token });

  const instance: Instance = {
    services,
    server,
    clock,
    baseUrl,
    ca,
    account,
    logs,
    async request(method, path, call = {}) {
      const token = call.token === undefined ? await instance.adminToken() : call.token;
      return send(method, path, call, token);
    },
    async token(clientId, clientSecret) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'public_api',
        client_id: clientId,
        client_secret: clientSecret,
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await send('POST', '/connect/token', { body: form.toString(), headers }, null);
      const token = answer.at('access_token');
      if (typeof token !== 'string') throw new Error(`no token: ${answer.status} ${answer.text}`);
      return token;
    },
    adminToken() {
      admin ??= instance.token(account.clientId, account.clientSecret);
      return admin;
    },
    addAccount,
    async addUser(userName, role = 'member') {
      const { clientId, clientSecret, id } = await services.db.transaction(async (tx) => {
        const actor = { accountId: account.accountId, via: 'command-line' } as const;
        const user = await services.directory.createUser(tx, actor, {
          attributes: { userName, displayName: userName, active: true },
          origin: 'local',
          role,
        });
        const made = await services.credentials.create(tx, actor, {
          name: userName,
          actsAsUserId: user.id,
        });
        return { id: user.id, clientId: made.credentialId, clientSecret: made.clientSecret };
      });
      return { id, clientId, token: await instance.token(clientId, clientSecret) };
    },
    async close() {
      await server.close();
      await services.close();
    },
  };
  return instance;
}

const NO_ACCOUNT: SetUpResult = {
  accountId: '',
  accountCode: '',
  userId: '',
  clientId: '',
  clientSecret: '',
};

/** Starts an instance without an account; each request must give its own credentials. */
export function startEmptyInstance(
  engine: Engine,
): Promise<Omit<Instance, 'account' | 'adminToken' | 'addUser'>> {
  return startInstance(engine, { account: NO_ACCOUNT });
}

interface Sending {
  readonly port: number;
  /** Sent unchanged. */
  readonly path: string;
  readonly method: string;
  readonly ca: string;
  readonly call: Call;
  readonly token: string | null;
  /** Keeps connections open; if omitted, Node's own. */
  readonly agent?: Agent;
}

export function sendRequest({
  port,
  path,
  method,
  ca,
  call,
  token,
  agent,
}: Sending): Promise<Answer> {
  const { body } = call;
  const payload =
    body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body);
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...call.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = httpsRequest(
    // Connects to localhost, even if the Host header names another host.
    { host: 'localhost', servername: 'localhost', port, path, method, headers, ca, agent },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve(toAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)));
      });
    },
  );
  request.on('error', reject);
  request.end(payload);
  return promise;
}

export function toAnswer(
  status: number,
  raw: Readonly<Record<string, string | string[] | undefined>>,
  bytes: Buffer,
): Answer {
  const text = bytes.toString('utf8');
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  const isJson = /(?<!nd)json/.test(headers['content-type'] ?? '');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return {
    status,
    headers,
    text,
    bytes,
    body,
    at: (...path) =>
      path.reduce<unknown>((value, key) => {
        if (typeof value !== 'object' || value === null) return undefined;
        return Object.hasOwn(value, key)
          ? Object.getOwnPropertyDescriptor(value, key)?.value
          : undefined;
      }, body),
  };
}
