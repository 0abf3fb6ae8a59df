// Deep: it installs the version that was released before, with the packages of that time.
//
// Two nodes of the released version serve behind a balancer while clients read and write without a pause. The schema
// is migrated, and one node after the other is replaced.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillIn } from '../../tools/keep-release/fill-in.ts';
import { type Backend, startBalancer } from '../support/balancer.ts';
import { commandLine } from '../support/command-line.ts';
import { type Engine, type EngineInstance, forEachEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import { MASTER_KEY, PASSWORD, releases } from '../support/released.ts';
import { installRelease } from '../support/released-program.ts';
import { startTraffic } from './rolling-release/traffic.ts';

const NO_LIMIT = '1000000';
const DRAIN_SECONDS = 2;
/** How long clients go on between two steps of the roll. */
const BETWEEN_MS = 3000;

interface Node extends Backend {
  readonly server: KilledServer;
}

function envOf({ dataDir, databaseUrl = '' }: EngineInstance, publicPort: number) {
  return {
    FORMSTEAD_DATA_DIR: dataDir,
    FORMSTEAD_DATABASE_URL: databaseUrl,
    FORMSTEAD_MASTER_KEY: MASTER_KEY,
    FORMSTEAD_PUBLIC_URL: `https://localhost:${publicPort}`,
    FORMSTEAD_DRAIN_SECONDS: String(DRAIN_SECONDS),
    FORMSTEAD_LIMIT_TOKEN_PER_CLIENT: NO_LIMIT,
    FORMSTEAD_LIMIT_TOKEN_PER_ADDRESS: NO_LIMIT,
    FORMSTEAD_LIMIT_API: NO_LIMIT,
    FORMSTEAD_LIMIT_SCIM: NO_LIMIT,
    FORMSTEAD_LIMIT_PUBLIC: NO_LIMIT,
    FORMSTEAD_LIMIT_UNAUTHORISED: NO_LIMIT,
  };
}

async function rollFrom(t: Parameters<typeof installRelease>[0], engine: Engine) {
  const release = releases().at(-1);
  assert.ok(release, 'no version is kept');
  const program = await installRelease(t, release);
  const storage = await engine.fresh();
  const balancer = await startBalancer();
  t.after(() => balancer.close());
  const env = envOf(storage, balancer.port);
  const formstead = commandLine(env);
  const cli = (...args: readonly string[]) =>
    JSON.parse(
      execFileSync(process.execPath, ['src/cli.ts', ...args, '--json'], {
        cwd: program,
        env,
        input: PASSWORD,
        encoding: 'utf8',
      }),
    );
  const setup = ['setup', '--account', 'Harbour Works', '--user-name', 'admin'];
  const { clientId, clientSecret } = cli(...setup, '--password-file', '-');
  const [{ code }] = cli('account', 'list');

  /** Starts a node and waits until the balancer uses it. @param root the program; if omitted, this version */
  const start = async (root?: string): Promise<Node> => {
    const port = await freePort();
    const server = killedServer({ ...env, FORMSTEAD_PORT: String(port) }, root);
    await server.start();
    t.after(() => server.kill());
    const isReady = async () =>
      (await server.request('GET', '/readyz', { token: null })).status === 200;
    const node: Node = { server, port, isReady };
    balancer.add(node);
    await balancer.waitFor(node, true);
    return node;
  };
  const replace = async (old: Node): Promise<void> => {
    await start();
    assert.equal(await old.server.stop(), 0);
    balancer.remove(old);
  };

  const [one, two] = [await start(program), await start(program)];
  const filled = await fillIn(one.server, { code, clientId, clientSecret });
  const traffic = await startTraffic({
    ...{ port: balancer.port, dataDir: storage.dataDir, code, clientId, clientSecret },
    templateId: filled.templateId,
  });
  t.after(() => traffic.stop());
  await sleep(BETWEEN_MS);
  const migrated = await formstead('migrate', '--json');
  assert.equal(migrated.code, 0, migrated.stderr);
  await sleep(BETWEEN_MS);
  for (const old of [one, two]) {
    await replace(old);
    await sleep(BETWEEN_MS);
  }
  const seen = await traffic.stop();
  return { seen, traffic, formstead, version: release.version, filled };
}

forEachEngine((engine) => {
  if (engine.name === 'sqlite') return;

  test('while nodes of the released version are replaced one by one, no request fails and no write is lost', async (t) => {
    const { seen, traffic, formstead, version } = await rollFrom(t, engine);
    t.diagnostic(`from ${version}: ${JSON.stringify(seen.counts)}, slowest ${seen.slowestMs} ms`);
    assert.deepEqual(seen.failures, []);
    for (const [kind, count] of Object.entries(seen.counts))
      assert.ok(count >= 20, `${kind}: ${count}`);
    await traffic.assertKept();
    const record = await formstead('audit', 'verify');
    assert.equal(record.code, 0, record.stderr);
  });
});
