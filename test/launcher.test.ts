// Nightly: it starts the program in many ways.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NEEDED_MAJOR, tooOld } from '../tools/check-node.mjs';
import { missingEntries } from '../tools/complete-lock.mjs';
import { ensureInstalled, isInstalled } from '../tools/install.mjs';
import { threadPoolSize } from '../tools/thread-pool.mjs';

const TARGET = `
import { writeFileSync } from 'node:fs';
const [mode, file]: (string | undefined)[] = process.argv.slice(2);
if (mode === 'say') console.log(JSON.stringify({ node: process.versions.node, args: process.argv.slice(2) }));
if (mode === 'fail') process.exitCode = 3;
if (mode === 'threads') console.log(process.env['UV_THREADPOOL_SIZE']);
if (mode === 'serve') {
  let signals = 0;
  process.on('SIGTERM', () => {
    signals += 1;
    if (signals === 1) setTimeout(() => { writeFileSync(String(file), String(signals)); process.exit(7); }, 800);
  });
  setInterval(() => {}, 1000);
  console.log('ready');
}
`;

async function folder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'formstead-launcher-'));
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, 'this should have happened within 10 s');
    await sleep(20);
  }
}

describe('the launcher', () => {
  let root = '';
  before(async () => {
    root = await folder();
    const state = 'src/pages/pages-state.mjs';
    await cp(state, join(root, state), { recursive: true });
    await writeFile(join(root, 'src/target.ts'), TARGET);
    await cp('tools', join(root, 'tools'), { recursive: true });
    await cp('package-lock.json', join(root, 'package-lock.json'));
    await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  const start = (command: string, env: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn('sh', ['-c', command], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const launch = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/run.mjs', 'src/target.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });

  it('runs its target with the pinned Node and prints nothing of its own', () => {
    const { stdout, stderr, status } = launch('say', '--json', 'a b');
    const pinned: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    assert.equal(status, 0);
    assert.equal(stderr, '');
    const said: unknown = JSON.parse(stdout);
    assert.deepEqual(said, { node: versionOf(pinned, 'node'), args: ['say', '--json', 'a b'] });
  });

  it('gives password hashing threads of its own, unless told how many', () => {
    const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
    const threads = (more: NodeJS.ProcessEnv): string =>
      execFileSync(process.execPath, ['tools/run.mjs', 'src/target.ts', 'threads'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...env, ...more },
      });
    assert.equal(threads({}), `${threadPoolSize()}\n`);
    assert.equal(threads({ UV_THREADPOOL_SIZE: '33' }), '33\n');
  });

  it('ends with the exit code of its target', () => {
    assert.equal(launch('fail').status, 3);
  });

  it('says which target is missing', () => {
    const { stderr, status } = spawnSync(process.execPath, ['tools/run.mjs', 'src/nothing.ts'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /there is no src\/nothing\.ts/);
  });

  it('passes SIGTERM on, once, and waits until its target has drained', async () => {
    const file = join(root, 'drained-by-signal');
    const child = start(`exec node tools/run.mjs src/target.ts serve ${file}`);
    await waitForReady(child);
    child.kill('SIGTERM');
    const [code]: unknown[] = await once(child, 'exit');
    assert.equal(code, 7);
    assert.equal(readFileSync(file, 'utf8'), '1');
  });

  it('stops its target, asking once, when the shell of npm dies without a word', async () => {
    const file = join(root, 'drained-by-loss');
    const command = `node tools/run.mjs src/target.ts serve ${file}; true`;
    const child = start(command, { npm_lifecycle_event: 'start' });
    await waitForReady(child);
    child.kill('SIGKILL');
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
    assert.equal(readFileSync(file, 'utf8'), '1');
  });
});

async function waitForReady(child: ChildProcess): Promise<void> {
  assert.ok(child.stdout);
  const [chunk]: unknown[] = await once(child.stdout, 'data');
  assert.match(String(chunk), /ready/);
}

function versionOf(lock: unknown, name: string): unknown {
  const { packages } = lock as { packages: Record<string, { version: string }> };
  return packages[`node_modules/${name}`]?.version;
}

describe('installing', () => {
  let root = '';
  const installed = 'node_modules/.package-lock.json';
  const quiet = { dev: true, say: () => undefined };
  const write = (file: string, packages: object) =>
    writeFile(join(root, file), JSON.stringify({ lockfileVersion: 3, packages }));

  before(async () => {
    root = await folder();
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('happens once when two commands start at the same moment', async () => {
    await mkdir(join(root, 'dep'));
    await writeFile(join(root, 'dep/package.json'), '{"name":"dep","version":"1.0.0"}');
    const manifest = { name: 'root', version: '1.0.0', dependencies: { dep: 'file:dep' } };
    await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
    await write('package-lock.json', {
      '': manifest,
      dep: { version: '1.0.0' },
      'node_modules/dep': { resolved: 'dep', link: true },
    });
    assert.equal(isInstalled(root, { dev: true }), false);
    const said: string[] = [];
    const options = { dev: true, say: (text: string) => said.push(text.slice(0, 10)) };
    await Promise.all([ensureInstalled(root, options), ensureInstalled(root, options)]);
    assert.deepEqual(said.sort(), ['another co', 'installing']);
    assert.equal(isInstalled(root, { dev: true }), true);
    assert.equal(existsSync(join(root, '.npm-ci.lock')), false);
  });

  it('is not blocked for ever by an install that was killed', async () => {
    await rm(join(root, installed));
    const { pid } = spawnSync('true');
    await writeFile(join(root, '.npm-ci.lock'), String(pid));
    await ensureInstalled(root, quiet);
    assert.equal(isInstalled(root, { dev: true }), true);
  });

  it('tells what failed and starts nothing', async () => {
    await rm(join(root, installed));
    await writeFile(join(root, 'package.json'), '{');
    await assert.rejects(ensureInstalled(root, quiet), /npm ci failed in .*nothing was started/);
  });

  it('is needed after a version changed or an install was interrupted, and else is not', async () => {
    const a = { version: '1.0.0', integrity: 'x' };
    const other = { version: '1.0.0', optional: true, os: ['other'] };
    const tool = { version: '1.0.0', dev: true };
    const wanted = { '': {}, 'node_modules/a': a, 'node_modules/b': other, 'node_modules/c': tool };
    await write('package-lock.json', wanted);
    const states: readonly [string, object, boolean, boolean][] = [
      ['all', { 'node_modules/a': a, 'node_modules/b': other, 'node_modules/c': tool }, true, true],
      ['without another platform', { 'node_modules/a': a, 'node_modules/c': tool }, true, true],
      ['without development tools', { 'node_modules/a': a }, false, true],
      ['an older version', { 'node_modules/a': { ...a, version: '0.9.0' } }, false, false],
      ['other content', { 'node_modules/a': { ...a, integrity: 'y' } }, false, false],
      ['nothing', {}, false, false],
    ];
    for (const [name, present, withTools, withoutTools] of states) {
      await write(installed, present);
      assert.equal(isInstalled(root, { dev: true }), withTools, name);
      assert.equal(isInstalled(root, { dev: false }), withoutTools, name);
    }
    await writeFile(join(root, installed), '{"packages": {"node_mod');
    assert.equal(isInstalled(root, { dev: false }), false);
  });
});

test('every Node on this machine runs the command, or is refused with what to do', () => {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, 'node'));
  const nodes = new Set([process.execPath, ...candidates].filter((path) => existsSync(path)));
  for (const node of nodes) {
    const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (Number.parseInt(version, 10) >= NEEDED_MAJOR) continue;
    const { status, stderr, stdout } = spawnSync(node, ['bin/formstead.mjs', 'doctor'], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^Formstead needs Node\.js 26 or newer; this is Node\.js \d+\./);
    assert.match(stderr, /npm run cli -- --help/);
  }
});

test('only a Node older than 26 is refused', () => {
  assert.match(tooOld('20.20.2', '/usr/bin/node') ?? '', /this is Node\.js 20\.20\.2/);
  assert.match(tooOld('8.0.0', '/usr/bin/node') ?? '', /needs Node\.js 26/);
  assert.match(tooOld('25.9.9', '/usr/bin/node') ?? '', /needs Node\.js 26/);
  assert.equal(tooOld('26.0.0', '/usr/bin/node'), undefined);
  assert.equal(tooOld('30.1.0', '/usr/bin/node'), undefined);
});

test('threads are a core each beside those that hash, and never fewer than usual', () => {
  assert.deepEqual([1, 2, 3, 4, 16].map(threadPoolSize), ['4', '4', '5', '7', '31']);
});

test('a lock file that a partial registry left incomplete is completed', () => {
  const parent = { version: '2.0.0', dev: true };
  const builds = { '@x/cli-linux-x64-musl': '2.0.0', '@x/cli-darwin-arm64': '^2.0.0' };
  const packages = {
    '': {},
    'node_modules/x': { ...parent, optionalDependencies: builds },
    'node_modules/@x/cli-darwin-arm64': { version: '2.0.0' },
  };
  assert.deepEqual(missingEntries(packages), {
    'node_modules/@x/cli-linux-x64-musl': {
      ...parent,
      cpu: ['x64'],
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  });
});
