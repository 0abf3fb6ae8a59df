// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering } from '../../test/support/answering.ts';
import { givenFiles, makePair } from '../../test/support/certificates.ts';
import { commandLine, type Env, folder } from '../../test/support/command-line.ts';
import { forOneEngine } from '../../test/support/engines.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startInstance } from '../../test/support/instance.ts';

const DAY_MS = 86_400_000;
const check = (env: Env) => commandLine(env)('healthcheck');

forOneEngine((engine) => {
  test('a server with its own certificate, on all addresses, is healthy until it is told to stop', async () => {
    const env = { FORMSTEAD_PORT: String(await freePort()), FORMSTEAD_HOST: '0.0.0.0' };
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage, env });
    const settings = { ...env, FORMSTEAD_DATA_DIR: storage.dataDir };
    try {
      const healthy = await check(settings);
      assert.deepEqual([healthy.code, healthy.stdout, healthy.stderr], [0, 'ready\n', '']);
      instance.server.beginDrain();
      const draining = await check(settings);
      assert.equal(draining.code, 1);
      assert.match(
        draining.stderr,
        /^The server at 127\.0\.0\.1:\d+ is not ready \(status 503, draining\)\.\n$/,
      );
    } finally {
      await instance.close();
      await storage.dispose();
    }
  });

  test('behind a reverse proxy it is asked over plain HTTP, from the machine itself', async () => {
    const env = {
      FORMSTEAD_PORT: String(await freePort()),
      FORMSTEAD_TRUSTED_PROXIES: '192.0.2.7',
      FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
    };
    const storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage, env });
    const settings = { ...env, FORMSTEAD_DATA_DIR: storage.dataDir };
    try {
      const healthy = await check(settings);
      assert.deepEqual([healthy.code, healthy.stderr], [0, '']);
      instance.server.beginDrain();
      assert.match((await check(settings)).stderr, /is not ready \(status 503\)\.\n$/);
    } finally {
      await instance.close();
      await storage.dispose();
    }
  });
});

test('healthcheck says that the certificate has expired', async (t) => {
  for (const [madeAt, expected] of [
    [
      Date.now() - 100 * DAY_MS,
      /\(its certificate has expired: formstead doctor says which file; CERT_/,
    ],
    [Date.now() + 10 * DAY_MS, /\(its certificate is not valid yet, or the clock is behind: /],
  ] as const) {
    const pair = await makePair(madeAt, ['localhost']);
    const { files } = await givenFiles(t, pair);
    const port = await answering(t, pair, [200, '{"status":"ok"}']);
    const { code, stderr } = await check({
      FORMSTEAD_DATA_DIR: await folder(t),
      FORMSTEAD_PORT: String(port),
      FORMSTEAD_TLS_CERT_FILE: files.certFile,
      FORMSTEAD_TLS_KEY_FILE: files.keyFile,
    });
    assert.equal(code, 1);
    assert.match(stderr, expected);
  }
});

test('the certificate that was given is trusted without its authority, and no other one is', async (t) => {
  const pair = await makePair(Date.now(), ['forms.example.org']);
  const { files } = await givenFiles(t, pair);
  const env = {
    FORMSTEAD_DATA_DIR: await folder(t),
    FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
    FORMSTEAD_TLS_CERT_FILE: files.certFile,
    FORMSTEAD_TLS_KEY_FILE: files.keyFile,
  };
  const at = (port: number, more: Env = {}) =>
    check({ ...env, FORMSTEAD_PORT: String(port), ...more });
  const port = await answering(t, pair, [200, '{"status":"ok"}']);
  assert.equal((await at(port)).code, 0);
  const other = await at(port, { FORMSTEAD_PUBLIC_URL: 'https://other.example.org' });
  assert.deepEqual([other.code, other.stdout], [1, '']);
  assert.match(other.stderr, /does not answer \(ERR_TLS_CERT_ALTNAME_INVALID\)\.\n$/);
  const stranger = await makePair(Date.now(), ['forms.example.org']);
  const elsewhere = await at(await answering(t, stranger, [200, '{"status":"ok"}']));
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /does not answer \((?:UNABLE|SELF|DEPTH)_[A-Z_]+\)\.\n$/);
});

test('a server that is not there, and a port that nobody can know, are told in one line', async (t) => {
  const env = { FORMSTEAD_DATA_DIR: await folder(t) };
  const nobody = await check({ ...env, FORMSTEAD_PORT: '1' });
  assert.deepEqual(
    [nobody.code, nobody.stderr],
    [1, 'The server at 127.0.0.1:1 does not answer (nothing listens there; ECONNREFUSED).\n'],
  );
  const anywhere = await check({ ...env, FORMSTEAD_PORT: '0' });
  assert.equal(anywhere.code, 1);
  assert.match(anywhere.stderr, /^With FORMSTEAD_PORT=0 .*\n$/);
});
