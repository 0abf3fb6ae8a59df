// The server is killed at random moments under every kind of write, and so is the database behind it. Journeys of people
// that try again until they have an answer, with webhooks, are killed in test/flows/kills.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Engine, forEachEngine } from '../support/engines.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { between, type Random, seeded } from '../support/seeded.ts';
import { faultsOf } from './check-state.ts';
import { Ledger } from './ledger.ts';
import { workUntilOver } from './load.ts';
import { type Prepared, prepare } from './prepared.ts';
import { createTally } from './tally.ts';

const LONGEST_LIFE_MS = 800;
/** Kills between two looks at everything that was told. */
const KILLS_A_ROUND = 10;
const RESTARTED_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 60_000;

forEachEngine((engine) => {
  let own: PostgresServer | undefined;
  let prepared: Prepared;
  let server: KilledServer;
  const ledger = new Ledger();
  const odd: string[] = [];

  before(async () => {
    // The one that tests share must not be killed, and keeps nothing through a crash.
    if (engine.name === 'postgres') own = await startPostgres(undefined, { durable: true });
    prepared = await prepare(own ? await engineOn(engine, own) : engine);
    server = killedServer(prepared.env);
  });
  after(async () => {
    await server.kill();
    await own?.stop();
  });

  /** Under load: of the database every other time, where there is one. */
  async function killOnce(kill: number, random: Random): Promise<void> {
    // A life in which nothing was acknowledged has nothing to lose.
    const told = ledger.toldBy(performance.now());
    for (let waited = 0; ledger.toldBy(performance.now()) === told; waited += 20) {
      assert.ok(waited < ANSWERED_WITHIN_MS, 'nobody is answered');
      await sleep(20);
    }
    await sleep(between(random, 0, LONGEST_LIFE_MS));
    if (own && kill % 2 === 1) {
      await killBackend(String(prepared.env['FORMSTEAD_DATABASE_URL']));
    } else {
      await server.kill();
      await server.start();
    }
  }

  async function killAndLook(seed: number, kills: number): Promise<void> {
    const random = seeded(seed);
    await server.start();
    let isOver = false;
    const working = workUntilOver({
      ...prepared,
      ledger,
      prefix: `${seed}-`,
      random,
      now: () => performance.now(),
      request: (method, path, call) =>
        server.request(method, path, { token: prepared.token, ...call }),
      onOdd: (what) => void odd.push(what),
      onSilence: () => undefined,
      isOver: () => isOver,
    });
    try {
      for (let kill = 0; kill < kills; kill += 1) await killOnce(kill, random);
    } finally {
      isOver = true;
      await working;
      await server.kill();
    }
    const moment = performance.now();
    const faults = await faultsOf(prepared.env, { ledger, moment, accountId: prepared.accountId });
    assert.deepEqual([...odd, ...faults], [], `TEST_CRASH_SEED=${seed}`);
  }

  const deep = engine.name === 'sqlite' ? 1000 : 300;
  const tally = createTally(`kill-${engine.name}`, { small: 3, deep, step: 100 });
  for (const goal of tally.goals) {
    test(`kills while everything is written, up to ${goal}: what was acknowledged is there, whole and once`, async (t) => {
      const kills = await tally.reach(goal, async (seed, wanted) => {
        const count = Math.min(wanted, KILLS_A_ROUND);
        await killAndLook(seed, count);
        return count;
      });
      const told = ledger.toldBy(performance.now());
      t.diagnostic(`${kills} kills on this commit, ${told} answers looked for in this run`);
    });
  }
});

/** The same engine, with a database on a server of its own. */
async function engineOn(engine: Engine, { adminUrl }: PostgresServer): Promise<Engine> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('create database killed');
  await client.end();
  const databaseUrl = adminUrl.replace(/\/postgres$/, '/killed');
  return { name: engine.name, fresh: async () => ({ ...(await engine.fresh()), databaseUrl }) };
}

/** SIGKILL for one process of the database: it ends all others, and recovers from its log. */
async function killBackend(databaseUrl: string): Promise<void> {
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const client = await connect();
  const found = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() order by random() limit 1',
  );
  process.kill(Number(found.rows[0]?.pid), 'SIGKILL');
  await client.end().catch(() => undefined);
  for (let waited = 0; waited < RESTARTED_WITHIN_MS; waited += 50) {
    await sleep(50);
    const next = await connect().catch(() => undefined);
    if (next) return next.end();
  }
  throw new Error('the database did not recover');
}
