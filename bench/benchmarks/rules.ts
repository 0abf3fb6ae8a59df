import { systemClock } from '../../src/kernel/clock.ts';
import { createIds, systemRandom } from '../../src/kernel/ids.ts';
import type { RuleAction } from '../../src/rules/rule.ts';
import { insertRule } from '../../src/rules/rules.store.ts';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { ratioOf, show, showSpread, spreadOf } from '../harness/figures.ts';
import { type Caller, caller, expectJson } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import { publishTemplate, withStorage } from '../servers/forms.ts';
import { type Deployment, deployFormstead, type Engine, fetchToken } from '../servers/formstead.ts';

const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];
const ROUNDS = 5;
const FORMS_PER_ROUND = 60;
const FORMS_QUICK = 5;
/** Long enough for the rules of one form, which run once its request has its answer. */
const PAUSE_MS = 60;
const REACH = 1.3;

/** The milliseconds of completing a form, by round. */
interface Times {
  readonly engine: Engine;
  readonly alone: readonly number[];
  readonly ruled: readonly number[];
}

export const benchmark: Benchmark = {
  name: 'rules',
  order: 12,
  async run(bench) {
    const times: Times[] = [];
    for (const engine of ENGINES) times.push(await measure(bench, engine));
    return report(times);
  },
};

async function measure(bench: Bench, engine: Engine): Promise<Times> {
  const deployment = await deployFormstead(bench, engine);
  const alone = await publishTemplate(deployment);
  const ruled = await publishTemplate(deployment);
  await makeRules(deployment, ruled, alone);
  const server = await deployment.start();
  const token = await fetchToken(deployment, server);
  const call = caller(server.port, server.ca, `Bearer ${token}`);
  const count = bench.quick ? FORMS_QUICK : FORMS_PER_ROUND;
  const rounds: { readonly alone: number[]; readonly ruled: number[] } = { alone: [], ruled: [] };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = { alone: [] as number[], ruled: [] as number[] };
    for (let n = 0; n < count; n += 1) {
      took.alone.push(await timeCompletion(call, alone));
      took.ruled.push(await timeCompletion(call, ruled));
    }
    if (round === 0) continue;
    rounds.alone.push(spreadOf(took.alone).median);
    rounds.ruled.push(spreadOf(took.ruled).median);
  }
  call.close();
  return { engine, ...rounds };
}

/** Three rules for each completed form: two assign work, one of them by a condition; one writes a notice. */
function makeRules(deployment: Deployment, templateId: string, workId: string): Promise<void> {
  const { accountId, userId } = deployment;
  const ids = createIds(systemClock, systemRandom);
  const to = { type: 'User', id: userId } as const;
  const carry = [{ from: 'site', to: 'site' }];
  const assign: RuleAction = { type: 'assign', templateId: workId, to, carry };
  const tell: RuleAction = { type: 'tell', to: [to], fields: ['site'] };
  const conditions = [undefined, "{state} = 'bad'", undefined];
  return withStorage(deployment, (db) =>
    db.transaction(async (tx) => {
      for (const [position, condition] of conditions.entries()) {
        await insertRule(tx, {
          ...{ id: ids.next(), accountId, templateId, position, name: `Rule ${position}` },
          ...{ trigger: 'completed', became: undefined, schedule: undefined, nextAt: undefined },
          ...{ condition, actions: [position === 2 ? tell : assign], state: 'on' },
          ...{ stopReason: undefined, ownerId: userId, createdAt: 0, updatedAt: 0, revision: 1 },
        });
      }
    }),
  );
}

async function timeCompletion(call: Caller, templateId: string): Promise<number> {
  const fields = {
    site: { text: 'Dam 7' },
    count: { value: 4 },
    state: { value: 'bad' },
    notes: { text: 'cracks' },
    parts: { rows: [{ part: 'bolt' }, { part: 'nut' }] },
  };
  const form = expectJson(
    await call('POST', '/v2/formz', json({ templateId, fields })),
    201,
    'creating',
  );
  const path = `/v2/formz/${String(form['id'])}/status`;
  await pause();
  const begun = performance.now();
  const answer = await call('POST', path, json({ status: 'complete' }));
  const took = performance.now() - begun;
  expectJson(answer, 200, 'completing');
  await pause();
  return took;
}

const json = (value: object) => ({ type: 'application/json', text: JSON.stringify(value) });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

function report(times: readonly Times[]): Report {
  const goals: readonly Goal[] = times.map(({ engine, alone, ruled }) => {
    const ratio = ratioOf(ruled, alone);
    return {
      what: `completing a form whose template has three rules, ${engine}, time of a request`,
      reach: `<= ${REACH}x that of one without rules`,
      measured: showSpread(ratio),
      isReached: ratio.median <= REACH,
    };
  });
  return {
    title: 'Rules: completing a form that three rules wait for',
    method: [
      'One caller completes forms of a template without rules and of one with three in turn, and waits between them until the rules have run: ' +
        'what is measured is what the person waits for, who completes a form. Each figure is the median of a round.',
    ],
    table: {
      columns: ['', 'without rules (ms)', 'with three rules (ms)', 'ratio'],
      rows: times.map(({ engine, alone, ruled }) => [
        engine,
        showSpread(spreadOf(alone), show),
        showSpread(spreadOf(ruled), show),
        showSpread(ratioOf(ruled, alone)),
      ]),
    },
    goals,
  };
}
