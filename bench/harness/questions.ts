// Requests of the pages about the answers to one template with many forms, each beside one statement that reads as much.
import type { RawBuilder } from 'kysely';
import { type AnsweredForms, loadAnsweredForms } from '../servers/answered-forms.ts';
import { withStorage } from '../servers/forms.ts';
import { type Deployment, deployFormstead, type Engine } from '../servers/formstead.ts';
import { PASSWORD, signIn } from '../servers/sign-in.ts';
import type { Bench } from './benchmark.ts';
import { ratioOf, show, showSpread, spreadOf } from './figures.ts';
import { wireRequest } from './https-call.ts';
import type { Goal, Report } from './report.ts';
import { figures, measureRounds, type Samples } from './rounds.ts';
import type { ServerProcess } from './server-process.ts';

const FORMS = 1_000_000;
const FORMS_QUICK = 2000;
const SQL_TIMES = 20;
/** Rows of a page of the web app, and one more that tells whether there is a next page. */
export const ROWS = 51;

export interface Question {
  readonly path: (forms: AnsweredForms) => string;
  /** The statement that a storage alone would be asked. */
  readonly alone?: (deployment: Deployment, forms: AnsweredForms) => RawBuilder<unknown>;
  /** Most times the statement alone, or most milliseconds. */
  readonly reach: { readonly ratio: number } | { readonly ms: number };
}

export type Questions = Readonly<Record<string, Question>>;

interface Loaded {
  readonly engine: Engine;
  readonly deployment: Deployment;
  readonly server: ServerProcess;
  readonly cookie: string;
  readonly forms: AnsweredForms;
}

interface Asked extends Loaded {
  /** Milliseconds of each statement alone, measured several times. */
  readonly alone: ReadonlyMap<string, readonly number[]>;
}

export async function ask(bench: Bench, title: string, questions: Questions): Promise<Report> {
  const count = bench.quick ? FORMS_QUICK : FORMS;
  const asked: Asked[] = [];
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const there = await loadedOnce(bench, engine, count);
    asked.push({ ...there, alone: await timeStorage(there, questions) });
  }
  // With one caller, the measured time does not include waiting for other callers.
  const pace = { ...bench.pace, connections: 1 };
  const samples = await measureRounds(
    bench.client,
    asked.flatMap(({ engine, server, cookie, forms }) =>
      Object.entries(questions).map(([question, { path }]) => ({
        name: nameOf(question, engine),
        server,
        requests: [wireRequest(`GET ${path(forms)}`, { host: `localhost:${server.port}`, cookie })],
      })),
    ),
    pace,
  );
  return report(title, { asked, samples, questions, count });
}

/** By engine. The benchmarks of a run ask the same forms, which take minutes to load. */
const loaded = new Map<Engine, Promise<Loaded>>();

function loadedOnce(bench: Bench, engine: Engine, count: number): Promise<Loaded> {
  const known = loaded.get(engine) ?? load(bench.whole, engine, count);
  loaded.set(engine, known);
  return known;
}

async function load(bench: Bench, engine: Engine, count: number): Promise<Loaded> {
  const deployment = await deployFormstead(bench, engine, { password: PASSWORD });
  const forms = await loadAnsweredForms(deployment, count);
  const server = await deployment.start({ env: { FORMSTEAD_LIMIT_SIGN_IN: '1000000' } });
  return { engine, deployment, server, cookie: await signIn(server), forms };
}

/** Times each statement, read whole, over a connection of this process. */
function timeStorage(
  { deployment, forms }: Loaded,
  questions: Questions,
): Promise<ReadonlyMap<string, readonly number[]>> {
  return withStorage(deployment, async (db) => {
    const times = new Map<string, readonly number[]>();
    for (const [question, { alone }] of Object.entries(questions)) {
      if (alone === undefined) continue;
      const taken: number[] = [];
      for (let i = -1; i < SQL_TIMES; i += 1) {
        const begun = performance.now();
        await alone(deployment, forms).execute(db.reader);
        // The first run prepares the statement and is not counted.
        if (i >= 0) taken.push(performance.now() - begun);
      }
      times.set(question, taken);
    }
    return times;
  });
}

const nameOf = (question: string, engine: Engine): string => `${question}, ${engine}`;

interface Measured {
  readonly asked: readonly Asked[];
  readonly samples: Samples;
  readonly questions: Questions;
  readonly count: number;
}

function report(title: string, { asked, samples, questions, count }: Measured): Report {
  const rows = asked.flatMap(({ engine, alone }) =>
    Object.entries(questions).map(([question, { reach }]) => {
      const name = nameOf(question, engine);
      const waited = figures(samples, name, 'p50');
      const storage = alone.has(question) ? spreadOf(alone.get(question) ?? []).median : undefined;
      const ratio =
        storage === undefined
          ? undefined
          : ratioOf(
              waited,
              waited.map(() => storage),
            );
      return { name, reach, waited: spreadOf(waited), storage, ratio };
    }),
  );
  const size = `${count.toLocaleString('en-US')} forms of one template`;
  const goals: Goal[] = rows.map(({ name, reach, waited, ratio }) =>
    'ms' in reach
      ? {
          what: `${name}, at ${size}`,
          reach: `< ${reach.ms} ms`,
          measured: `${showSpread(waited)} ms`,
          isReached: waited.median < reach.ms,
        }
      : {
          what: `${name}, at ${size}`,
          reach: `<= ${reach.ratio}x the SQL alone`,
          measured: ratio === undefined ? 'not measured' : showSpread(ratio),
          isReached: ratio !== undefined && ratio.median <= reach.ratio,
        },
  );
  return {
    title,
    method: [
      `As an admin with a session asks over HTTPS, one request at a time, in an organisation with ${size}, put into the storage directly as the service stores them. ` +
        `Beside it one statement that reads as much from the storage alone, the median of ${SQL_TIMES}, over a connection of the measuring process.`,
    ],
    table: {
      columns: ['question', 'p50 ms', 'SQL alone ms', 'times SQL alone'],
      rows: rows.map(({ name, waited, storage, ratio }) => [
        name,
        showSpread(waited),
        storage === undefined ? '' : show(storage),
        ratio === undefined ? '' : showSpread(ratio),
      ]),
    },
    goals,
  };
}
