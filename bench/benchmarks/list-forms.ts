import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread, spreadOf } from '../harness/figures.ts';
import { caller, expectJson, wireRequest } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import { type Contender, figures, measureRounds, type Samples } from '../harness/rounds.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { cpuRatio, rowOf, THROUGHPUT_COLUMNS } from '../harness/throughput.ts';
import { loadForms } from '../servers/forms.ts';
import { deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';

const SMALL = 1000;
/** PostgreSQL has fewer forms, to keep the run short. */
const LARGE: Readonly<Record<Engine, number>> = { SQLite: 1_000_000, PostgreSQL: 200_000 };
const LARGE_QUICK = 1200;
const PAGE_SIZE = 100;
const REACH_LARGE = 1.25;
const REACH_DEEP_MS = 100;
/** The number of different pages that are measured behind a `Link: next`, spread over the whole list. */
const FOLLOWED = 100;
const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];
const FIRST = 'first page';
const NEXT = 'page by Link next';
const DEEP = 'page by its number';

interface Listed {
  readonly engine: Engine;
  readonly forms: number;
  readonly server: ServerProcess;
  readonly token: string;
  /** The `next` links of pages all over the list. */
  readonly followed: readonly string[];
}

export const benchmark: Benchmark = {
  name: 'list-forms',
  order: 9,
  async run(bench) {
    const lists: Listed[] = [];
    for (const engine of ENGINES) {
      for (const forms of [SMALL, bench.quick ? LARGE_QUICK : LARGE[engine]]) {
        lists.push(await prepare(bench, engine, forms));
      }
    }
    const pace = bench.quick ? bench.pace : { ...bench.pace, warmUpMs: 3000, sampleMs: 1500 };
    const samples = await measureRounds(bench.client, lists.flatMap(pagesOf), pace);
    // With one caller, the measured time does not include waiting for other callers.
    const alone = { ...pace, connections: 1 };
    const deep = await measureRounds(bench.client, lists.filter(isLarge).map(deepOf), alone);
    return report(lists, samples, deep);
  },
};

const isLarge = ({ forms }: Listed): boolean => forms > SMALL;

async function prepare(bench: Bench, engine: Engine, forms: number): Promise<Listed> {
  const deployment = await deployFormstead(bench, engine);
  await loadForms(deployment, forms);
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const pages = Math.floor(forms / PAGE_SIZE);
  const count = Math.min(FOLLOWED, pages - 1);
  const followed: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const number = 1 + Math.floor((i * (pages - 1)) / count);
    const answer = await call('GET', pageAt(number));
    expectJson(answer, 200, `page ${number}`);
    const link = answer.rawHeaders[answer.rawHeaders.findIndex((each) => /^link$/i.test(each)) + 1];
    const [, next] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? [];
    if (next === undefined) throw new Error(`page ${number} of ${pages} leads nowhere`);
    const { pathname, search } = new URL(next);
    followed.push(`${pathname}${search}`);
  }
  call.close();
  return { engine, forms, server, token, followed };
}

const pageAt = (number: number): string => `/v2/formz?pageSize=${PAGE_SIZE}&pageNumber=${number}`;

const nameOf = (page: string, engine: Engine, forms: number): string =>
  `${page}, ${engine}, ${forms.toLocaleString('en-US')} forms`;

function requestFor({ server, token }: Listed, path: string): string {
  const host = `localhost:${server.port}`;
  return wireRequest(`GET ${path}`, { host, authorization: `Bearer ${token}` });
}

function pagesOf(list: Listed): readonly Contender[] {
  const { engine, forms, server, followed } = list;
  return [
    { name: nameOf(FIRST, engine, forms), server, requests: [requestFor(list, pageAt(1))] },
    {
      name: nameOf(NEXT, engine, forms),
      server,
      requests: followed.map((path) => requestFor(list, path)),
    },
  ];
}

/** Requests pages from all over the list, including its start and end, in a scattered order. */
function deepOf(list: Listed): Contender {
  const { engine, forms, server } = list;
  const pages = Math.floor(forms / PAGE_SIZE);
  const numbers = Array.from({ length: FOLLOWED }, (_, i) => 1 + ((i * 61_803) % pages));
  return {
    name: nameOf(DEEP, engine, forms),
    server,
    requests: numbers.map((number) => requestFor(list, pageAt(number))),
  };
}

function report(lists: readonly Listed[], samples: Samples, deep: Samples): Report {
  const large = lists.filter(isLarge);
  const goals: Goal[] = large.flatMap(({ engine, forms }) => {
    const size = forms.toLocaleString('en-US');
    const waited = spreadOf(figures(deep, nameOf(DEEP, engine, forms), 'p50'));
    return [
      ...[FIRST, NEXT].map((page) => {
        const ratio = cpuRatio(samples, nameOf(page, engine, forms), nameOf(page, engine, SMALL));
        return {
          what: `GET /v2/formz, ${page}, ${engine}, CPU time at ${size} forms`,
          reach: `<= ${REACH_LARGE}x that at ${SMALL.toLocaleString('en-US')}`,
          measured: showSpread(ratio),
          isReached: ratio.median <= REACH_LARGE,
        };
      }),
      {
        what: `GET /v2/formz, ${DEEP}, ${engine}, at ${size} forms`,
        reach: `<= ${REACH_DEEP_MS} ms`,
        measured: showSpread(waited),
        isReached: waited.median <= REACH_DEEP_MS,
      },
    ];
  });
  return {
    title: `GET /v2/formz, a page of ${PAGE_SIZE}`,
    method: [
      `Unfiltered, in the default order, as an admin: the first page; ${FOLLOWED} pages all over the list, each asked for by the ` +
        '`Link: next` of the page before it; and by page numbers all over the list, by one caller, since those step over what is in front.',
      'Forms are put into the storage directly, each as the service would store it; PostgreSQL has fewer, which keeps the run short.',
    ],
    table: {
      columns: [...THROUGHPUT_COLUMNS, `of ${SMALL} forms`],
      rows: [
        ...[...samples.keys()].map((name) => {
          const [page = '', engine = ''] = name.split(', ');
          const on = engine === 'SQLite' ? 'SQLite' : 'PostgreSQL';
          return rowOf(samples, name, nameOf(page, on, SMALL));
        }),
        ...[...deep.keys()].map((name) => rowOf(deep, name, name)),
      ],
    },
    goals,
  };
}
