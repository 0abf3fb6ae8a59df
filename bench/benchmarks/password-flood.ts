import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { ratioOf, show, showSpread, spreadOf } from '../harness/figures.ts';
import { caller, wireRequest } from '../harness/https-call.ts';
import { type LoadClient, startLoadClient } from '../harness/load.ts';
import type { LoadResult } from '../harness/load-client.ts';
import type { Report } from '../harness/report.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { deployFormstead, fetchToken } from '../servers/formstead.ts';
import { createPeople } from '../servers/people.ts';

const REACH = 5;
const PEOPLE = 100;
/** User names whose passwords are tried: so many that none reaches a hundred failures. */
const NAMES = 4000;
const FLOOD = 64;
const BEARERS = 8;

interface Round {
  readonly idle: LoadResult;
  readonly flooded: LoadResult;
  readonly flood: LoadResult;
}

export const benchmark: Benchmark = {
  name: 'password-flood',
  order: 6,
  async run(bench) {
    const deployment = await deployFormstead(bench, 'SQLite');
    const server = await deployment.start();
    const token = await fetchToken(deployment, server);
    const call = caller(server.port, server.ca, `Bearer ${token}`);
    const { alone } = await createPeople(call, bench.quick ? 10 : PEOPLE);
    call.close();
    const flooder = startLoadClient();
    bench.defer(flooder.stop);
    const get = alone.map((id) =>
      wireRequest(`GET /scim/v2/Users/${id}`, headersOf(server, `Bearer ${token}`)),
    );
    await measure(bench, { server, get, flooder, ms: bench.pace.warmUpMs });
    const rounds: Round[] = [];
    for (let round = 0; round < bench.pace.rounds; round += 1) {
      rounds.push(await measure(bench, { server, get, flooder, ms: bench.pace.sampleMs }));
    }
    return report(rounds);
  },
};

interface Measuring {
  readonly server: ServerProcess;
  readonly get: readonly string[];
  readonly flooder: LoadClient;
  readonly ms: number;
}

const headersOf = ({ port }: ServerProcess, authorization: string) => ({
  host: `localhost:${port}`,
  authorization,
});

async function measure({ client }: Bench, { server, get, flooder, ms }: Measuring): Promise<Round> {
  const { port, ca } = server;
  const wrong = Array.from({ length: NAMES }, (_, at) => {
    const value = Buffer.from(`person${at}@example.com:wrong ${Math.random()}`).toString('base64');
    return wireRequest('GET /v2/formz', headersOf(server, `Basic ${value}`));
  });
  await client.connect({ port, ca, requests: get, connections: BEARERS });
  await flooder.connect({ port, ca, requests: wrong, connections: FLOOD });
  const idle = await client.run(ms);
  const [flooded, flood] = await Promise.all([client.run(ms), flooder.run(ms)]);
  await client.disconnect();
  await flooder.disconnect();
  for (const { failure } of [idle, flooded]) {
    if (failure !== undefined) throw new Error(`a Bearer request was answered: ${failure}`);
  }
  const refused = flood.statuses.get(401) ?? 0;
  if (refused < flood.answers) {
    throw new Error(`wrong passwords were answered ${[...flood.statuses].join(' ')}`);
  }
  return { idle, flooded, flood };
}

function report(rounds: readonly Round[]): Report {
  const row = (name: string, of: (round: Round) => LoadResult): readonly string[] => {
    const results = rounds.map(of);
    const spread = (figure: (result: LoadResult) => number) =>
      showSpread(spreadOf(results.map(figure)));
    return [
      name,
      spread(({ answers, seconds }) => answers / seconds),
      spread(({ p50 }) => p50),
      spread(({ p99 }) => p99),
    ];
  };
  const ratio = ratioOf(
    rounds.map(({ flooded }) => flooded.p99),
    rounds.map(({ idle }) => idle.p99),
  );
  return {
    title: 'Bearer requests while wrong passwords are tried',
    method: [
      `GET /scim/v2/Users/{id} on SQLite over ${BEARERS} connections, at first alone, then beside ${FLOOD} connections that ` +
        `send wrong Basic passwords for ${show(NAMES)} names, one after the other. All come from one address; the throttle is ` +
        'set out of reach, so that each is checked by argon2id, is counted as a failure in storage, and answered 401.',
    ],
    table: {
      columns: ['requests', 'a second', 'p50 ms', 'p99 ms'],
      rows: [
        row('Bearer, alone', ({ idle }) => idle),
        row('Bearer, beside wrong passwords', ({ flooded }) => flooded),
        row('wrong passwords', ({ flood }) => flood),
      ],
    },
    goals: [
      {
        what: 'p99 of Bearer requests beside 64 wrong Basic passwords at once',
        reach: `< ${REACH}x idle`,
        measured: showSpread(ratio),
        isReached: ratio.median < REACH,
      },
    ],
  };
}
