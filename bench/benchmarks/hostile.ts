import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { ratioOf, showSpread, spreadOf } from '../harness/figures.ts';
import { caller, wireRequest } from '../harness/https-call.ts';
import { type LoadClient, startLoadClient } from '../harness/load.ts';
import type { LoadResult } from '../harness/load-client.ts';
import type { Report } from '../harness/report.ts';
import { dearestRequests } from '../servers/dearest.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';
import { createPeople } from '../servers/people.ts';

const REACH = 5;
const PEOPLE = 100;
const HOSTILE = 40;
const BEARERS = 8;
/** One for each of the requests. */
const HOSTILE_QUICK = 9;
const SIZES = { large: 7_500_000, phones: 1000 };
const SIZES_QUICK = { large: 24_000, phones: 20 };

interface Round {
  readonly idle: LoadResult;
  readonly besides: LoadResult;
  readonly hostile: LoadResult;
}

interface Reading {
  readonly engine: Engine;
  readonly rounds: readonly Round[];
}

export const benchmark: Benchmark = {
  name: 'hostile',
  order: 7,
  async run(bench) {
    const hostile = startLoadClient();
    bench.defer(hostile.stop);
    const readings: Reading[] = [];
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      readings.push({ engine, rounds: await measureOn(bench, engine, hostile) });
    }
    return report(readings);
  },
};

async function measureOn(
  bench: Bench,
  engine: Engine,
  hostile: LoadClient,
): Promise<readonly Round[]> {
  const deployment = await deployFormstead(bench, engine);
  const other = await deployment.addAccount('Hostile');
  const server = await deployment.start();
  const { port, ca } = server;
  const host = `localhost:${port}`;
  const tokens = [await fetchToken(deployment, server), await fetchToken(other, server)] as const;
  const [own, theirs] = tokens.map((token) => caller(port, ca, `Bearer ${token}`));
  if (!own || !theirs) throw new Error('there are two accounts');
  const { alone } = await createPeople(own, bench.quick ? 10 : PEOPLE);
  const dearest = await dearestRequests(theirs, {
    host,
    token: tokens[1],
    ...(bench.quick ? SIZES_QUICK : SIZES),
  });
  own.close();
  theirs.close();
  const authorization = `Bearer ${tokens[0]}`;
  const get = alone.map((id) => wireRequest(`GET /scim/v2/Users/${id}`, { host, authorization }));
  const connections = bench.quick ? HOSTILE_QUICK : HOSTILE;
  const round = async (ms: number): Promise<Round> => {
    await bench.client.connect({ port, ca, requests: get, connections: BEARERS });
    await hostile.connect({ port, ca, requests: dearest, connections });
    const idle = await bench.client.run(ms);
    const [besides, sent] = await Promise.all([bench.client.run(ms), hostile.run(ms)]);
    await bench.client.disconnect();
    await hostile.disconnect();
    for (const { failure } of [idle, besides]) {
      if (failure !== undefined) throw new Error(`a Bearer request was answered: ${failure}`);
    }
    return { idle, besides, hostile: sent };
  };
  await round(bench.pace.warmUpMs);
  const rounds: Round[] = [];
  while (rounds.length < bench.pace.rounds) rounds.push(await round(bench.pace.sampleMs));
  await server.stop();
  return rounds;
}

function report(readings: readonly Reading[]): Report {
  const row = (
    name: string,
    rounds: readonly Round[],
    of: (round: Round) => LoadResult,
  ): readonly string[] => {
    const results = rounds.map(of);
    const spread = (figure: (result: LoadResult) => number) =>
      showSpread(spreadOf(results.map(figure)));
    const statuses = new Set(results.flatMap((each) => [...each.statuses.keys()]));
    return [
      name,
      spread(({ answers, seconds }) => answers / seconds),
      spread(({ p50 }) => p50),
      spread(({ p99 }) => p99),
      [...statuses].sort().join(' '),
    ];
  };
  return {
    title: 'Another account while one sends the dearest requests there are',
    method: [
      `GET /scim/v2/Users/{id} over ${BEARERS} connections, at first alone, then beside ${HOSTILE} connections that send the ` +
        'dearest accepted and refused requests that were found, of up to 7.5 MB, one after the other, all with the token of ' +
        'one admin of another account or with none, and from one address. All limits are out of reach.',
    ],
    table: {
      columns: ['requests', 'a second', 'p50 ms', 'p99 ms', 'answered'],
      rows: readings.flatMap(({ engine, rounds }) => [
        row(`alone, ${engine}`, rounds, ({ idle }) => idle),
        row(`beside hostile ones, ${engine}`, rounds, ({ besides }) => besides),
        row(`hostile ones, ${engine}`, rounds, ({ hostile }) => hostile),
      ]),
    },
    goals: readings.map(({ engine, rounds }) => {
      const ratio = ratioOf(
        rounds.map(({ besides }) => besides.p99),
        rounds.map(({ idle }) => idle.p99),
      );
      return {
        what: `p99 of another account beside ${HOSTILE} hostile connections, ${engine}`,
        reach: `< ${REACH}x idle`,
        measured: showSpread(ratio),
        isReached: ratio.median < REACH,
      };
    }),
  };
}
