import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread, spreadOf } from '../harness/figures.ts';
import { caller, expectJson } from '../harness/https-call.ts';
import type { Report } from '../harness/report.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';
import { createPeople } from '../servers/people.ts';
import { installRelease } from '../servers/release.ts';

const PEOPLE = 1000;
const PEOPLE_QUICK = 20;
const STARTS = 5;
const STARTS_QUICK = 1;
/** Long enough for the garbage of the start to be collected. */
const IDLE_MS = 60_000;
const REACH_SECONDS = 0.7;
const REACH_BYTES = 150e6;

interface Start {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly idleBytes: number;
}

export const benchmark: Benchmark = {
  name: 'start',
  order: 3,
  async run(bench) {
    const launcher = await installRelease(bench);
    const starts = new Map<Engine, readonly Start[]>();
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      starts.set(engine, await startOften(bench, engine, launcher));
    }
    return report(starts);
  },
};

async function startOften(
  bench: Bench,
  engine: Engine,
  launcher: string,
): Promise<readonly Start[]> {
  const deployment = await deployFormstead(bench, engine);
  const first = await deployment.start({ launcher });
  const token = await fetchToken(deployment, first);
  const call = caller(first.port, first.ca, `Bearer ${token}`);
  const { alone } = await createPeople(call, bench.quick ? PEOPLE_QUICK : PEOPLE);
  call.close();
  await first.stop();

  const starts: Start[] = [];
  while (starts.length < (bench.quick ? STARTS_QUICK : STARTS)) {
    const startedAt = performance.now();
    const server = await deployment.start({ launcher });
    const ask = caller(server.port, server.ca, `Bearer ${token}`);
    const answer = await ask('GET', `/scim/v2/Users/${alone[0]}`);
    const wallSeconds = (performance.now() - startedAt) / 1000;
    const { cpuUs } = await server.usage();
    expectJson(answer, 200, 'the first request');
    ask.close();
    await sleep(bench.quick ? 0 : IDLE_MS);
    const { rss } = await server.usage();
    await server.stop();
    starts.push({ cpuSeconds: cpuUs / 1e6, wallSeconds, idleBytes: rss });
  }
  return starts;
}

function report(starts: ReadonlyMap<Engine, readonly Start[]>): Report {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const of = (engine: Engine, figure: keyof Start) =>
    spreadOf((starts.get(engine) ?? []).map((start) => start[figure]));
  const seconds = of('SQLite', 'cpuSeconds');
  const idle = of('SQLite', 'idleBytes');
  return {
    title: 'Start and idle memory',
    method: [
      'A release, not the sources: its launcher, its bundle and its own compile cache, which an earlier start has filled. From ' +
        'starting the process on existing data to the whole answer (200) to its first request, which is a GET of a user by id ' +
        `with a token of an earlier start; then the resident memory after ${IDLE_MS / 1000} seconds without a request. The ` +
        `table shows the median of ${STARTS} starts.`,
      'The processor time is that of all threads of the process until the first 200. The wall time is what somebody waits, ' +
        'and depends more on what else the machine does.',
    ],
    table: {
      columns: [
        'release',
        'processor time to first 200, s',
        'wall time to first 200, s',
        `resident after ${IDLE_MS / 1000} s, MB`,
      ],
      rows: [...starts.keys()].map((engine) => [
        `Formstead on ${engine}`,
        showSpread(of(engine, 'cpuSeconds')),
        showSpread(of(engine, 'wallSeconds')),
        showSpread(of(engine, 'idleBytes'), megabytes),
      ]),
    },
    goals: [
      {
        what: 'processor time to the first 200, existing data, SQLite',
        reach: `< ${REACH_SECONDS} s`,
        measured: `${showSpread(seconds)} s`,
        isReached: seconds.median < REACH_SECONDS,
      },
      {
        what: `resident memory ${IDLE_MS / 1000} s after ready, no traffic, SQLite`,
        reach: `< ${megabytes(REACH_BYTES)} MB`,
        measured: `${showSpread(idle, megabytes)} MB`,
        isReached: idle.median < REACH_BYTES,
      },
    ],
  };
}
