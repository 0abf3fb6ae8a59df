import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { caller, wireRequest } from '../harness/https-call.ts';
import type { Report } from '../harness/report.ts';
import { type Contender, measureRounds, type Samples } from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS, throughputRatio } from '../harness/throughput.ts';
import { type Deployment, deployFormstead, fetchToken } from '../servers/formstead.ts';
import { createPeople } from '../servers/people.ts';

const PEOPLE = 200;
const PASSWORD = 'seven quiet harbours at dusk';

const NONE = 'no authentication';
const BEARER = 'Bearer';
const REMEMBERED = 'Basic, password verified before';
const EACH_TIME = 'Basic, argon2id each time';
const BEARER_REACH = 0.75;
const CACHE_REACH = 100;

export const benchmark: Benchmark = {
  name: 'authentication',
  order: 5,
  async run(bench) {
    const asItIs = await prepare(bench, () => ({}));
    const open = await prepare(bench, withoutAuthentication);
    const forgetful = await prepare(bench, () => ({ preload: './without/password-cache.ts' }));
    const basic = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
    const contenders = [
      contender(BEARER, asItIs, asItIs.bearer),
      contender(NONE, open, open.bearer),
      contender(REMEMBERED, asItIs, basic),
      contender(EACH_TIME, forgetful, basic),
    ];
    return report(await measureRounds(bench.client, contenders, bench.pace));
  },
};

interface Prepared {
  readonly server: ServerProcess;
  readonly bearer: string;
  /** Ids of the users that are read. */
  readonly ids: readonly string[];
}

type Variant = Parameters<Deployment['start']>[0];

/** Creates a deployment per server, because SQLite allows only one server per data directory. */
async function prepare(
  bench: Bench,
  variantOf: (deployment: Deployment) => Variant,
): Promise<Prepared> {
  const deployment = await deployFormstead(bench, 'SQLite', { password: PASSWORD });
  const server = await deployment.start(variantOf(deployment));
  const bearer = `Bearer ${await fetchToken(deployment, server)}`;
  const call = caller(server.port, server.ca, bearer);
  const { alone } = await createPeople(call, bench.quick ? 10 : PEOPLE);
  call.close();
  return { server, bearer, ids: alone };
}

const withoutAuthentication = ({ accountId, userId, clientId }: Deployment): Variant => ({
  preload: './without/authentication.ts',
  env: {
    BENCH_PRINCIPAL: JSON.stringify({
      kind: 'user',
      accountId,
      accountCode: 'bench',
      userId,
      role: 'admin',
      scheme: 'Bearer',
      credentialId: clientId,
    }),
  },
});

function contender(name: string, { server, ids }: Prepared, authorization: string): Contender {
  const headers = {
    host: `localhost:${server.port}`,
    authorization,
    accept: 'application/scim+json',
  };
  const requests = ids.map((id) => wireRequest(`GET /scim/v2/Users/${id}`, headers));
  return { name, server, requests };
}

function report(samples: Samples): Report {
  const kept = throughputRatio(samples, BEARER, NONE);
  const cached = throughputRatio(samples, REMEMBERED, EACH_TIME);
  return {
    title: 'What authentication costs',
    method: [
      'GET /scim/v2/Users/{id} on SQLite. A Bearer token is looked up by its digest, and the state of account, user, ' +
        'credential, secret and keys is read from storage for each request. Without authentication it is the same program ' +
        'but for one function, which takes whoever asks for the admin. Basic reads the user for each request; the password ' +
        'is the same each time, checked by argon2id (19 MiB, 2 passes) or remembered from before.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${NONE}`],
      rows: [...samples.keys()].map((name) => rowOf(samples, name, NONE)),
    },
    goals: [
      {
        what: 'GET with a Bearer token',
        reach: `>= ${BEARER_REACH} of the throughput without authentication`,
        measured: `${showSpread(kept)}; CPU ${showSpread(cpuRatio(samples, NONE, BEARER))} of its`,
        isReached: kept.median >= BEARER_REACH,
      },
      {
        what: 'GET with Basic, password verified before',
        reach: `>= ${CACHE_REACH}x argon2id each time`,
        measured: showSpread(cached),
        isReached: cached.median >= CACHE_REACH,
      },
    ],
  };
}
