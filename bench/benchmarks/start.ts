import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread, spreadOf } from '../harness/figures.ts';
import { caller, expectJson } from '../harness/https-call.ts';
import type { Report } from '../harness/report.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';
import { createPeople } from '../servers/people.ts';

const PEOPLE = 1000;
const PEOPLE_QUICK = 20;
/** Long enough for the garbage of the start to be collected. */
const IDLE_MS = 3000;
const REACH_SECONDS = 1;
const REACH_BYTES = 150e6;

interface Start {
  readonly seconds: number;
  readonly idleBytes: number;
}

export const benchmark: Benchmark = {
  name: 'start',
  order: 3,
  async run(bench) {
    const starts = new Map<Engine, readonly Start[]>();
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      starts.set(engine, await startOften(bench, engine));
    }
    return report(starts);
  },
};

async function startOften(bench: Bench, engine: Engine): Promise<readonly Start[]> {
  const deployment = await deployFormstead(bench, engine);
  const first = await deployment.start();
  const token = await fetchToken(deployment, first);
  const call = caller(first.port, first.ca, `Bearer ${token}`);
  const { alone } = await createPeople(call, bench.quick ? PEOPLE_QUICK : PEOPLE);
  call.close();
  await first.stop();

  const starts: Start[] = [];
  for (let round = 0; round < bench.pace.rounds; round += 1) {
    const startedAt = performance.now();
    const server = await deployment.start();
    const ask = caller(server.port, server.ca, `Bearer ${token}`);
    const answer = await ask('GET', `/scim/v2/Users/${alone[0]}`);
    const seconds = (performance.now() - startedAt) / 1000;
    expectJson(answer, 200, 'the first request');
    ask.close();
    await sleep(bench.quick ? 0 : IDLE_MS);
    const { rss } = await server.usage();
    await server.stop();
    starts.push({ seconds, idleBytes: rss });
  }
  return starts;
}

function report(starts: ReadonlyMap<Engine, readonly Start[]>): Report {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const of = (engine: Engine, figure: keyof Start) =>
    spreadOf((starts.get(engine) ?? []).map((start) => start[figure]));
  const seconds = of('SQLite', 'seconds');
  const idle = of('SQLite', 'idleBytes');
  return {
    title: 'Start and idle memory',
    method: [
      'From starting the process on existing data to the whole answer to its first request, which is a ' +
        'GET of a user by id with a token of an earlier start; then the resident memory after ' +
        `${IDLE_MS / 1000} seconds without a request.`,
    ],
    table: {
      columns: ['server', 'start to first answer, s', 'idle memory, MB'],
      rows: [...starts.keys()].map((engine) => [
        `Formstead on ${engine}`,
        showSpread(of(engine, 'seconds')),
        showSpread(of(engine, 'idleBytes'), megabytes),
      ]),
    },
    goals: [
      {
        what: 'start to first answer, existing data, SQLite',
        reach: `< ${REACH_SECONDS} s`,
        measured: `${showSpread(seconds)} s`,
        isReached: seconds.median < REACH_SECONDS,
      },
      {
        what: 'idle memory, SQLite',
        reach: `< ${megabytes(REACH_BYTES)} MB`,
        measured: `${showSpread(idle, megabytes)} MB`,
        isReached: idle.median < REACH_BYTES,
      },
    ],
  };
}
