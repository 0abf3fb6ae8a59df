import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { show, showSpread, spreadOf } from '../harness/figures.ts';
import { type Caller, caller } from '../harness/https-call.ts';
import type { Report } from '../harness/report.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { createCrowd, createGroup } from '../servers/crowd.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';

const MEMBERS = 100_000;
const MEMBERS_QUICK = 500;
const READS = 5;
const REACH_MB = 64;
const MB = 1_048_576;
const SAMPLE_MS = 20;

interface Reading {
  readonly engine: Engine;
  readonly seconds: readonly number[];
  readonly bytes: number;
  /** The maximum growth over the resident memory before each read, in MB. */
  readonly growth: readonly number[];
}

export const benchmark: Benchmark = {
  name: 'large-group',
  order: 9,
  async run(bench) {
    const readings: Reading[] = [];
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      readings.push(await readGroup(bench, engine));
    }
    return report(readings, bench.quick ? MEMBERS_QUICK : MEMBERS);
  },
};

async function readGroup(bench: Bench, engine: Engine): Promise<Reading> {
  const deployment = await deployFormstead(bench, engine);
  const first = await deployment.start();
  const token = await fetchToken(deployment, first);
  const filling = caller(first.port, first.ca, `Bearer ${token}`);
  const members = await createCrowd(filling, bench.quick ? MEMBERS_QUICK : MEMBERS);
  const group = await createGroup(filling, 'Everybody', members);
  filling.close();
  // A restart, so that memory used to fill the group is not counted as memory used to read it.
  await first.stop();
  const server = await deployment.start();
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  // Warms up everything except this group.
  for (let at = 0; at < 50; at += 1) await call('GET', `/scim/v2/Users/${members[at]}`);
  const seconds: number[] = [];
  const growth: number[] = [];
  let bytes = 0;
  for (let read = 0; read < READS; read += 1) {
    const { took, length, grown } = await watch(server, call, `/scim/v2/Groups/${group}`);
    seconds.push(took);
    growth.push(grown);
    bytes = length;
  }
  call.close();
  return { engine, seconds, bytes, growth };
}

async function watch(server: ServerProcess, call: Caller, path: string) {
  const { rss: before } = await server.usage();
  let highest = before;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      highest = Math.max(highest, (await server.usage()).rss);
      await sleep(SAMPLE_MS);
    }
  })();
  const startedAt = performance.now();
  const answer = await call('GET', path);
  const took = (performance.now() - startedAt) / 1000;
  isDone = true;
  await watching;
  if (answer.status !== 200) throw new Error(`the group was answered ${answer.status}`);
  return { took, length: answer.text.length, grown: (highest - before) / MB };
}

function report(readings: readonly Reading[], members: number): Report {
  return {
    title: 'GET /scim/v2/Groups/{id} with all its members',
    method: [
      `A group of ${members.toLocaleString('en-US')} members is read whole ${READS} times by one client, from a service that was started ` +
        `anew after the group was made. The service's resident memory is looked at every ${SAMPLE_MS} ms meanwhile.`,
    ],
    table: {
      columns: ['engine', 'seconds', 'MB of JSON', 'memory grew by MB'],
      rows: readings.map(({ engine, seconds, bytes, growth }) => [
        engine,
        showSpread(spreadOf(seconds)),
        show(bytes / MB),
        showSpread(spreadOf(growth)),
      ]),
    },
    goals: readings.map(({ engine, growth }) => ({
      what: `growth of memory while a group of ${members.toLocaleString('en-US')} is read, ${engine}`,
      reach: `< ${REACH_MB} MB`,
      measured: `${show(Math.max(...growth))} MB`,
      isReached: Math.max(...growth) < REACH_MB,
    })),
  };
}
