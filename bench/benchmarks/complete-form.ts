import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread } from '../harness/figures.ts';
import { caller, expectJson, wireRequest } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import {
  type Contender,
  measureRounds,
  type Pace,
  QUIET_AFTER_WRITES_MS,
  type Samples,
} from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS } from '../harness/throughput.ts';
import { publishTemplate } from '../servers/forms.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';

const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];
const CONNECTIONS = 8;
/** To complete a form, the forms engine has to check it; to change a field, the guard alone is enough. */
const REACH = 10;

const completing = (engine: Engine): string => `complete and reopen, ${engine}`;
const changing = (engine: Engine): string => `change a field, ${engine}`;

export const benchmark: Benchmark = {
  name: 'complete-form',
  order: 10,
  async run(bench) {
    const pace: Pace = bench.quick
      ? bench.pace
      : {
          ...bench.pace,
          connections: CONNECTIONS,
          warmUpMs: 4000,
          sampleMs: 2000,
          quietMs: QUIET_AFTER_WRITES_MS,
        };
    const contenders: Contender[] = [];
    for (const engine of ENGINES) contenders.push(...(await prepare(bench, engine, pace)));
    return report(await measureRounds(bench.client, contenders, pace));
  },
};

async function prepare(
  bench: Bench,
  engine: Engine,
  { connections }: Pace,
): Promise<readonly Contender[]> {
  const deployment = await deployFormstead(bench, engine);
  const templateId = await publishTemplate(deployment);
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const create = async (): Promise<string> => {
    const fields = {
      site: { text: 'Dam 7' },
      count: { value: 4 },
      state: { value: 'bad' },
      notes: { text: 'cracks' },
      parts: { rows: [{ part: 'bolt' }, { part: 'nut' }] },
    };
    const body = { type: 'application/json', text: JSON.stringify({ templateId, fields }) };
    const form = expectJson(await call('POST', '/v2/formz', body), 201, 'creating a form');
    return `/v2/formz/${String(form['id'])}`;
  };
  const forms: string[] = [];
  for (let i = 0; i < 2 * connections; i += 1) forms.push(await create());
  call.close();
  const [first, second] = [forms.slice(0, connections), forms.slice(connections)];
  const send = (method: string, body: object) => (path: string) =>
    jsonRequest(server, token, `${method} ${path}`, body);
  return [
    {
      name: completing(engine),
      server,
      // Each connection sends every n-th request, n being the number of connections: it completes its own form, then
      // reopens it.
      requests: ['complete', 'draft'].flatMap((status) =>
        first.map((form) => send('POST', { status })(`${form}/status`)),
      ),
    },
    {
      name: changing(engine),
      server,
      requests: ['a', 'b'].flatMap((text) =>
        second.map(send('PATCH', { fields: { site: { text } } })),
      ),
    },
  ];
}

function jsonRequest(server: ServerProcess, token: string, target: string, value: object): string {
  const body = JSON.stringify(value);
  const headers = {
    host: `localhost:${server.port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return wireRequest(target, headers, body);
}

function report(samples: Samples): Report {
  const goals: readonly Goal[] = ENGINES.map((engine) => {
    const ratio = cpuRatio(samples, completing(engine), changing(engine));
    return {
      what: `completing and reopening a form, ${engine}, CPU time of a request`,
      reach: `<= ${REACH}x that of changing a field`,
      measured: showSpread(ratio),
      isReached: ratio.median <= REACH,
    };
  });
  return {
    title: 'POST /v2/formz/{id}/status, completing a form',
    method: [
      'Each connection completes its own form of six questions (a condition, a table and a calculation among them) and reopens ' +
        'it, again and again. Completing holds the answers against the types of their questions, asks the forms engine in a thread of its own, and stores ' +
        'the form with its history, an audit line and what webhooks are told. Every second request is a reopening, which asks no engine.',
      'Beside it each connection changes a field of another form.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, 'of changing a field'],
      rows: [...samples.keys()].map((name) =>
        rowOf(samples, name, changing(name.endsWith('SQLite') ? 'SQLite' : 'PostgreSQL')),
      ),
    },
    goals,
  };
}
