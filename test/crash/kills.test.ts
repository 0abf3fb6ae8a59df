// The server is killed at random moments under every kind of write, and so is its database. test/flows/kills.test.ts
// kills it under people who retry until they get an answer, with webhooks.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Engine, forEngineOrBoth } from '../support/engines.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { between, type Random, seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';
import { faultsOf } from './check-state.ts';
import { Ledger } from './ledger.ts';
import { type LedgerReceiver, openLedgerReceiver } from './ledger-receiver.ts';
import { workUntilOver } from './load.ts';
import { type Prepared, prepare, renewToken } from './prepared.ts';
import { rotateKeys } from './rotation.ts';
import { createTally } from './tally.ts';

const LONGEST_LIFE_MS = 800;
/** Kills between two checks of everything that was acknowledged. */
const KILLS_A_ROUND = 20;
const LONGEST_ROTATION_MS = 1500;
const HEARD_WITHIN_MS = 60_000;
const RESTARTED_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 60_000;

forEngineOrBoth('postgres', (engine) => {
  let own: PostgresServer | undefined;
  let receiver: LedgerReceiver;
  let prepared: Prepared;
  before(async () => {
    // The shared server must not be killed, and its data does not survive a crash.
    if (engine.name === 'postgres') own = await startPostgres(undefined, { durable: true });
    receiver = await openLedgerReceiver();
    prepared = await prepare(own ? await engineOn(engine, own) : engine, receiver);
  });
  after(async () => {
    await receiver.close();
    await own?.stop();
  });

  /** Kills the server under load, or every other time the database, if there is one. */
  async function killOnce(life: Life, kill: number, random: Random): Promise<void> {
    const { ledger, server } = life;
    // The kill waits for an acknowledgement, because otherwise there would be nothing to lose.
    const told = ledger.toldBy(performance.now());
    for (let waited = 0; ledger.toldBy(performance.now()) === told; waited += 20) {
      assert.ok(waited < ANSWERED_WITHIN_MS, 'nobody is answered');
      await sleep(20);
    }
    await sleep(between(random, 0, LONGEST_LIFE_MS));
    if (own && kill % 2 === 1) {
      await killBackend(String(life.prepared.env['FORMSTEAD_DATABASE_URL']));
    } else {
      await server.kill();
      await server.start();
    }
  }

  /** Rotates keys during the kills; half of the commands are killed as well. */
  async function rotate({ prepared, ledger, odd }: Life, random: Random): Promise<void> {
    const isKilled = between(random, 0, 1) === 1;
    const rotation = rotateKeys(prepared.env, ledger, () => performance.now());
    if (isKilled) {
      await sleep(between(random, 0, LONGEST_ROTATION_MS));
      rotation.kill();
    }
    odd.push(...(await rotation.ended()));
  }

  /** Waits until every completed form whose completion was acknowledged has been delivered. */
  async function untilHeard({ ledger, server }: Life): Promise<void> {
    await server.start();
    const unheard = (): readonly string[] => {
      const heard = new Set(ledger.things('event').map((event) => ledger.told(event)));
      const complete = ledger
        .things('form')
        .filter((form) => ledger.told(form)?.startsWith('complete'));
      return complete.filter((form) => !heard.has(form.slice('form '.length)));
    };
    for (let waited = 0; unheard().length > 0 && waited < HEARD_WITHIN_MS; waited += 50) {
      await sleep(50);
    }
    await server.kill();
    assert.deepEqual(unheard(), [], 'events that never came');
  }

  async function killAndLook(seed: number, kills: number, isLast: boolean): Promise<number> {
    const random = seeded(seed);
    const copy = await copyOf(prepared, own, seed);
    const life: Life = {
      prepared: copy.prepared,
      server: killedServer(copy.prepared.env),
      ledger: new Ledger(),
      odd: [],
    };
    const { server, ledger, odd } = life;
    const now = (): number => performance.now();
    receiver.recordTo(ledger, now);
    await server.start();
    let isOver = false;
    const renewed = await renewToken(copy.prepared, server);
    const { token } = renewed;
    const working = workUntilOver({
      ...renewed,
      ledger,
      prefix: '',
      random,
      now,
      request: (method, path, call) => server.request(method, path, { token, ...call }),
      onOdd: (what) => void odd.push(what),
      onSilence: () => undefined,
      isOver: () => isOver,
    });
    const rotating = rotate(life, random);
    try {
      for (let kill = 0; kill < kills; kill += 1) await killOnce(life, kill, random);
    } finally {
      isOver = true;
      await working;
      await rotating;
      await server.kill();
    }
    if (isLast) await untilHeard(life);
    await receiver.waitUntilIdle();
    const expected = { ledger, moment: now(), accountId: prepared.accountId };
    const faults = await faultsOf(copy.prepared.env, expected);
    const about = `TEST_CRASH_SEED=${seed}; the data is kept in ${copy.prepared.dataDir}`;
    assert.deepEqual([...odd, ...faults], [], about);
    await copy.remove();
    return ledger.toldBy(now());
  }

  const deep = engine.name === 'sqlite' ? 1000 : 300;
  const tally = createTally(`kill-${engine.name}`, { small: 3, deep, step: 100 });
  for (const goal of tally.goals) {
    test(`kills while everything is written, up to ${goal}: what was acknowledged is there, whole and once`, async (t) => {
      let told = 0;
      const kills = await tally.reach(goal, async (seed, wanted) => {
        const count = Math.min(wanted, KILLS_A_ROUND);
        // This takes half a minute, and test/flows/kills.test.ts does it in every run.
        const isLast = IS_DEEP && count === wanted;
        told += await killAndLook(seed, count, isLast);
        return count;
      });
      t.diagnostic(`${kills} kills on this commit, ${told} answers looked for in this run`);
    });
  }
});

interface Life {
  readonly prepared: Prepared;
  readonly server: KilledServer;
  readonly ledger: Ledger;
  /** Everything that was answered or ended in a wrong way. */
  readonly odd: string[];
}

interface Copy {
  readonly prepared: Prepared;
  remove(): Promise<void>;
}

/** Copies the prepared data, with its own database. */
async function copyOf(
  prepared: Prepared,
  own: PostgresServer | undefined,
  seed: number,
): Promise<Copy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'formstead-kills-'));
  await cp(prepared.dataDir, dataDir, { recursive: true });
  const name = `round_${seed}`;
  await administer(own?.adminUrl, `create database ${name} template killed`);
  const databaseUrl = own?.adminUrl.replace(/\/postgres$/, `/${name}`);
  const env = {
    ...prepared.env,
    FORMSTEAD_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { FORMSTEAD_DATABASE_URL: databaseUrl }),
  };
  return {
    prepared: { ...prepared, dataDir, env },
    async remove() {
      await administer(own?.adminUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Returns the same engine, with a database on its own server. */
async function engineOn(engine: Engine, { adminUrl }: PostgresServer): Promise<Engine> {
  await administer(adminUrl, 'create database killed');
  const databaseUrl = adminUrl.replace(/\/postgres$/, '/killed');
  return { name: engine.name, fresh: async () => ({ ...(await engine.fresh()), databaseUrl }) };
}

/** Does nothing without a URL. */
async function administer(adminUrl: string | undefined, statement: string): Promise<void> {
  if (adminUrl === undefined) return;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Sends SIGKILL to one process of the database, which then ends all others and recovers from its log. */
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
  const pid = Number(found.rows[0]?.pid);
  process.kill(pid, 'SIGKILL');
  await client.end().catch(() => undefined);
  for (let waited = 0; waited < RESTARTED_WITHIN_MS; waited += 50) {
    await sleep(50);
    if (await isRecovered(connect, pid)) return;
  }
  throw new Error('the database did not recover');
}

/** Until the database has noticed the kill, it accepts clients and lists the process. */
async function isRecovered(connect: () => Promise<Client>, killed: number): Promise<boolean> {
  const client = await connect().catch(() => undefined);
  if (!client) return false;
  const found = await client
    .query('select from pg_stat_activity where pid = $1', [killed])
    .catch(() => undefined);
  await client.end().catch(() => undefined);
  return found?.rowCount === 0;
}
