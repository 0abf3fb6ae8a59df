// Starts a service as docs/operations.md says, in a copy of this repository: its pages are built if they are missing or
// older than their sources. If they can't be built, readiness, log and doctor report it.
// Nightly: it builds the pages.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, type TestContext, test } from 'node:test';
import { sendRequest } from './support/instance.ts';
import { deepTest } from './support/timing.ts';
import { waitUntil } from './support/wait-until.ts';

/** The parts of a clone that a service and its pages need. */
const PARTS = ['bin', 'package.json', 'package-lock.json', 'src', 'tools', 'tsconfig.json', 'web'];
const BUILDS_PAGES = 'vite';

describe('a service started without npm', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'formstead-clone-'));
    for (const part of PARTS) await cp(part, join(root, part), { recursive: true });
  });
  after(() => rm(root, { recursive: true, force: true }));

  const install = async (isWanted: (name: string) => boolean): Promise<void> => {
    const modules = join(root, 'node_modules');
    await rm(modules, { recursive: true, force: true });
    await mkdir(modules);
    for (const name of (await readdir('node_modules')).filter(isWanted)) {
      // Vite keeps a cache there, and the copy must not write into this repository.
      if (name.startsWith('.')) continue;
      await symlink(join(process.cwd(), 'node_modules', name), join(modules, name));
    }
  };
  const env = (dataDir: string) => ({
    ...process.env,
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_PORT: '0',
    FORMSTEAD_HOST: '127.0.0.1',
  });
  const program = () => [join(root, 'bin/formstead.mjs')];

  const serve = async (t: TestContext, dataDir: string) => {
    const child: ChildProcess = spawn(process.execPath, [...program(), 'serve'], {
      cwd: root,
      env: env(dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(async () => {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    assert.ok(child.stdout);
    for await (const line of createInterface({ input: child.stdout })) {
      const port = /listening on https:\/\/[^:]+:(\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      const ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
      const get = (path: string) =>
        sendRequest({ port: Number(port), path, method: 'GET', ca, call: {}, token: null });
      return { get, said: () => said };
    }
    throw new Error(`it did not start: ${said}`);
  };
  const doctor = async (dataDir: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const args = [...program(), 'doctor'];
    execFile(process.execPath, args, { cwd: root, env: env(dataDir) }, (_error, stdout) =>
      resolve(stdout),
    );
    return promise;
  };

  test('pages that are older than their sources and can not be built are told everywhere', async (t) => {
    await install((name) => name !== BUILDS_PAGES);
    await appendFile(join(root, 'web/index.html'), '<!-- a newer version -->\n');
    const dataDir = join(root, 'stale');
    const { get, said } = await serve(t, dataDir);
    const ready = await get('/readyz');
    assert.deepEqual([ready.status, ready.at('code')], [503, 'pages-not-built']);
    assert.match(String(ready.at('detail')), /npm run build/);
    assert.equal((await get('/healthz')).status, 200);
    assert.match(said(), /run `npm ci && npm run build`/);
    // The log goes a way of its own, and may arrive after the answers.
    await waitUntil(() => /"msg":"the web pages are stale, and \/readyz says 503/.test(said()));
    assert.match(
      await doctor(dataDir),
      /fault +web pages .*not built from the sources.*\n.*npm run build/,
    );
  });

  test('missing pages are told everywhere, and each page says what to do', async (t) => {
    await install((name) => name !== BUILDS_PAGES);
    await rm(join(root, 'web/dist'), { recursive: true });
    const dataDir = join(root, 'missing');
    const { get } = await serve(t, dataDir);
    assert.equal((await get('/readyz')).at('code'), 'pages-not-built');
    const page = await get('/sign-in');
    assert.equal(page.status, 503);
    assert.match(page.text, /npm run build/);
    assert.match(await doctor(dataDir), /fault +web pages .*have not been built/);
  });

  // The runner builds the pages of every clone before it begins, so this adds the start of an installed service.
  deepTest(
    'missing pages are built at the start, and what they were built from is served',
    async (t) => {
      await install(() => true);
      const dataDir = join(root, 'built');
      const { get, said } = await serve(t, dataDir);
      assert.equal((await get('/readyz')).status, 200, said());
      const page = await get('/sign-in');
      assert.equal(page.status, 200);
      assert.match(page.text, /<script/);
      assert.match(await doctor(dataDir), /ok +web pages +the web pages are built/);
    },
  );
});
