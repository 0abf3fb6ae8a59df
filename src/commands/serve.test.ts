// Nightly: it starts the program again and again.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { givenFiles, makeKey, makePair } from '../../test/support/certificates.ts';
import { commandLine, type Env, folder } from '../../test/support/command-line.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code and signal. */
  ended(): Promise<readonly unknown[]>;
}

async function start(t: TestContext, env: Env): Promise<Running> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { FORMSTEAD_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const end = once(child, 'close');
  const ready = async (): Promise<number> => {
    while (!/^listening on .*\n/.test(stdout)) {
      if (child.exitCode !== null) throw new Error(`it ended: ${stderr}`);
      await sleep(10);
    }
    return Number(/:(\d+)\n/.exec(stdout)?.[1]);
  };
  const port = await ready();
  return { child, port, stdout: () => stdout, stderr: () => stderr, ended: () => end };
}

function openSocket(t: TestContext, port: number, ca?: string): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca }, () =>
    resolve(socket),
  );
  socket.on('error', reject);
  t.after(() => socket.destroy());
  return promise;
}

async function statusOf(url: string, ca: string): Promise<number | undefined> {
  const call = request(url, { ca, agent: false }).end();
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

const caOf = (dataDir: string): string => readFileSync(join(dataDir, 'tls', 'cert.pem'), 'utf8');

const HALF =
  'POST /connect/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 21\r\n\r\ngrant_type=';

test('an empty directory is served, with a one-time set-up link; SIGTERM ends it with 0', async (t) => {
  const dataDir = await folder(t);
  const first = await start(t, { FORMSTEAD_DATA_DIR: dataDir });
  const lines = first.stdout().split('\n');
  assert.equal(lines[0], `listening on https://127.0.0.1:${first.port}`);
  assert.ok(first.stdout().includes(join(dataDir, 'tls', 'cert.pem')));
  assert.match(first.stdout(), /fingerprint: (?:[0-9A-F]{2}:){31}[0-9A-F]{2}\n/);
  const link = lines.find((line) => line.includes('/set-up#'))?.trim() ?? '';
  assert.equal(await statusOf(link, caOf(dataDir)), 200);
  first.child.kill('SIGTERM');
  assert.deepEqual(await first.ended(), [0, null]);
  assert.equal(first.stdout().match(/listening/g)?.length, 1);
  for (const line of first.stderr().trim().split('\n')) {
    assert.equal(typeof JSON.parse(line).msg, 'string');
  }

  const env = { FORMSTEAD_DATA_DIR: dataDir };
  assert.equal((await commandLine(env)('setup', '--account', 'A', '--user-name', 'a')).code, 0);
  const second = await start(t, env);
  assert.doesNotMatch(second.stdout(), /set-up/);
  second.child.kill('SIGINT');
  assert.deepEqual(await second.ended(), [0, null]);
});

test('a request that runs when SIGTERM comes is answered, a new one is not taken', async (t) => {
  const dataDir = await folder(t);
  const { child, port, ended } = await start(t, { FORMSTEAD_DATA_DIR: dataDir });
  const ca = caOf(dataDir);
  const silent = await openSocket(t, port, ca);
  silent.on('error', () => undefined);
  const socket = await openSocket(t, port, ca);
  socket.write(HALF);
  await sleep(200);
  child.kill('SIGTERM');
  await sleep(200);
  await assert.rejects(openSocket(t, port, ca), { code: 'ECONNREFUSED' });
  const answer = once(socket, 'data');
  socket.write('0123456789');
  assert.match(String((await answer)[0]), /^HTTP\/1\.1 400 /);
  const answered = performance.now();
  assert.deepEqual(await ended(), [0, null]);
  assert.ok(performance.now() - answered < 5000, 'it waited for a connection without a request');
});

test('a load balancer is told first: meanwhile all is served, and each answer closes its connection', async (t) => {
  const dataDir = await folder(t);
  const { child, port, ended } = await start(t, {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_DRAIN_SECONDS: '2',
  });
  const agent = new Agent({ keepAlive: true, ca: caOf(dataDir) });
  t.after(() => agent.destroy());
  const get = async (path: string) => {
    const call = request(`https://localhost:${port}${path}`, { agent }).end();
    const [answer] = await once(call, 'response');
    const said: unknown = JSON.parse(await text(answer));
    return { status: answer.statusCode, connection: answer.headers.connection, said };
  };
  assert.deepEqual(await get('/readyz'), {
    status: 200,
    connection: 'keep-alive',
    said: { status: 'ok' },
  });
  child.kill('SIGTERM');
  await sleep(300);
  const draining = await get('/readyz');
  assert.deepEqual([draining.status, draining.connection], [503, 'close']);
  assert.ok(JSON.stringify(draining.said).includes('"code":"draining"'));
  assert.deepEqual(await get('/healthz'), {
    status: 200,
    connection: 'close',
    said: { status: 'ok' },
  });
  assert.deepEqual(await ended(), [0, null]);
});

test('whoever insists does not wait for a request that never ends', async (t) => {
  const dataDir = await folder(t);
  const { child, port, ended } = await start(t, { FORMSTEAD_DATA_DIR: dataDir });
  const socket = await openSocket(t, port, caOf(dataDir));
  socket.on('error', () => undefined);
  socket.write(HALF);
  await sleep(200);
  child.kill('SIGTERM');
  await sleep(300);
  assert.equal(child.exitCode, null);
  const started = performance.now();
  child.kill('SIGTERM');
  assert.deepEqual(await ended(), [0, null]);
  assert.ok(performance.now() - started < 5000);
});

test('SIGHUP takes up a new certificate and a new log file without a restart', async (t) => {
  const dataDir = await folder(t);
  const first = await makePair(Date.now(), ['localhost']);
  const { files, put } = await givenFiles(t, first);
  const logFile = join(dataDir, 'formstead.log');
  const { child, port, ended, stderr } = await start(t, {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_TLS_CERT_FILE: files.certFile,
    FORMSTEAD_TLS_KEY_FILE: files.keyFile,
    FORMSTEAD_LOG_FILE: logFile,
  });
  // That it is well is not logged.
  assert.equal(await statusOf(`https://localhost:${port}/v2/formz`, first.ca), 401);
  await waitUntil(() => readFileSync(logFile, 'utf8').includes('/v2/formz'));
  await rename(logFile, `${logFile}.yesterday`);
  const next = await makePair(Date.now(), ['localhost']);
  await put(next);
  child.kill('SIGHUP');
  for (let tries = 0; ; tries += 1) {
    const socket = await openSocket(t, port, next.ca).catch(() => undefined);
    if (socket) break;
    assert.ok(tries < 50, 'the old certificate is still served');
    await sleep(100);
  }
  child.kill('SIGTERM');
  assert.deepEqual(await ended(), [0, null]);
  assert.equal(stderr(), '');
  assert.match(readFileSync(`${logFile}.yesterday`, 'utf8'), /"msg":/);
  assert.match(readFileSync(logFile, 'utf8'), /"msg":"stopped"\}\n$/);
});

test('what keeps it from starting is told in a line with the remedy, and the exit code is 1', async (t) => {
  const dataDir = await folder(t);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const file = join(dataDir, 'a-file');
  await writeFile(file, 'not a directory');
  await commandLine({ FORMSTEAD_DATA_DIR: dataDir })('setup', '--account', 'A', '--user-name', 'a');
  const { files } = await givenFiles(t, {
    cert: (await makePair(Date.now(), ['localhost'])).cert,
    key: makeKey(),
  });
  const pair = { FORMSTEAD_TLS_CERT_FILE: files.certFile, FORMSTEAD_TLS_KEY_FILE: files.keyFile };
  const key = Buffer.from('another master key of 32 letters').toString('base64');
  const cases: readonly [Env, RegExp][] = [
    [{ FORMSTEAD_PORT: port }, /FORMSTEAD_PORT to another one/],
    [
      { FORMSTEAD_PORT: '0', FORMSTEAD_HOST: '192.0.2.1' },
      /FORMSTEAD_HOST is not an address of this machine/,
    ],
    [{ FORMSTEAD_DATA_DIR: join(file, 'data') }, /can't be made: there is a file in its place/],
    [{ FORMSTEAD_MASTER_KEY: key }, /wrapped by another master key .* Start with the master key/],
    [pair, /The key does not belong to the certificate/],
    [{ ...pair, FORMSTEAD_TLS_KEY_FILE: '/nonexistent.pem' }, /nonexistent\.pem cannot be read/],
    [
      { FORMSTEAD_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x', FORMSTEAD_MASTER_KEY: key },
      /PostgreSQL does not answer: start it, or check FORMSTEAD_DATABASE_URL/,
    ],
    [{ FORMSTEAD_PORT: '99999' }, /FORMSTEAD_PORT: 99999 is above 65535/],
  ];
  for (const [env, expected] of cases) {
    const run = commandLine({ FORMSTEAD_DATA_DIR: dataDir, FORMSTEAD_PORT: '0', ...env });
    const { code, stdout, stderr } = await run('serve');
    assert.equal(code, 1, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, expected);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

test('a second server on one data directory is refused in a line, commands beside it work, and after a kill the next one starts', async (t) => {
  const env = { FORMSTEAD_DATA_DIR: await folder(t), FORMSTEAD_PORT: '0' };
  const first = await start(t, env);
  const second = spawn(process.execPath, ['src/main.ts'], { env, stdio: 'pipe' });
  t.after(() => second.kill('SIGKILL'));
  let said = '';
  second.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  assert.deepEqual(await once(second, 'close'), [1, null]);
  assert.match(said, /Another server already serves .*FORMSTEAD_DATABASE_URL\.\n$/);
  assert.doesNotMatch(said, /\n\s+at /);
  assert.equal((await commandLine(env)('account', 'list', '--json')).code, 0);
  first.child.kill('SIGKILL');
  await first.ended();
  const next = await start(t, env);
  next.child.kill('SIGTERM');
  assert.deepEqual(await next.ended(), [0, null]);
});
