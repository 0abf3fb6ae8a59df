// No request delays the others (decision 51). `npm run test:all` checks a sample: twice the input costs at
// most twice as much.
// `npm run test:deep` searches each route for its most expensive request and asserts the budget. BUDGET_WRITE writes
// the results to docs/security.md, BUDGET_TRIES sets the number of tries, and BUDGET_ROUTE selects the routes that
// contain its text.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { IS_DEEP } from '../support/timing.ts';
import { chanceOf, oneOf } from './drafts.ts';
import { type Meter, openMeter } from './meter.ts';
import { MUTATIONS } from './mutations.ts';
import { prepareRequests, type Requests, type Route } from './requests.ts';
import { confirm, search } from './search.ts';
import { type Row, writeTable } from './table.ts';

const SEED = 51;
/**
 * Below this, a cost does not depend on the size of the request; two measurements of one request may differ by as much.
 */
const FLOOR_MS = 8;
/** Other work of the machine only makes a request slower, so the fastest of this many measurements counts. */
const MEASURES = 4;
const SAMPLED_BYTES = 65_536;
const { BUDGET_TRIES, BUDGET_ROUTE = '', BUDGET_WRITE, BUDGET_SAY } = process.env;
const TRIES = Number(BUDGET_TRIES ?? 120);

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let meter: Meter;
  let requests: Requests;
  before(async () => {
    node = await startInstance(engine);
    requests = await prepareRequests(node);
    meter = await openMeter(node);
  });
  after(async () => {
    await meter.close();
    await node.close();
  });
  const routes = () => requests.names.filter((name) => name.includes(BUDGET_ROUTE));
  const say = (line: string): void => {
    if (BUDGET_SAY !== undefined) process.stderr.write(`${line}\n`);
  };

  test('twice the input costs at most twice as much', async () => {
    const chance = chanceOf(SEED);
    for (const name of routes()) {
      const route = await requests.open(name);
      await assertLinear(route, oneOf(MUTATIONS, chance), Math.floor(chance() * 1e9));
    }
  });

  /** Makes the same choices for both sizes. */
  async function assertLinear(
    route: Route,
    { name, apply }: (typeof MUTATIONS)[number],
    seed: number,
  ): Promise<void> {
    const most = Math.min(SAMPLED_BYTES, route.maxBodyBytes / 2);
    const costOf = async (size: number, repeats: number): Promise<number> => {
      const sent = route.send(apply(route.seed, size, chanceOf(seed), route));
      return (await meter.measure(sent, { repeats })).cpuMs;
    };
    if ((await costOf(most, 1)) < FLOOR_MS) return;
    for (let left = MEASURES; ; left -= 1) {
      const [half, whole] = [await costOf(most / 2, 5), await costOf(most, 5)];
      const what = `${route.name}, ${name} (${seed}): ${half.toFixed(1)} ms for ${most / 2} bytes, ${whole.toFixed(1)} ms for ${most}`;
      say(what);
      if (whole < 2 * half + FLOOR_MS) return;
      assert.ok(left > 1, what);
    }
  }

  if (IS_DEEP) {
    test('no request holds the thread for longer than it may, and no refusal costs more', async () => {
      const rows: Row[] = [];
      for (const name of routes()) {
        const route = await requests.open(name);
        for (const one of await search(meter, route, { chance: chanceOf(SEED), tries: TRIES })) {
          const found = await confirm(meter, route, one);
          rows.push({ route: name, found });
          const { cost, bytes, steps, score } = found;
          say(
            `${score.toFixed(2)} ${name} ${cost.status} ${bytes} bytes: ${cost.cpuMs.toFixed(1)} ms, longest ${cost.stallMs.toFixed(1)} ms (${steps.join(', ')}) ${score > 1 ? cost.text.slice(0, 200) : ''}`,
          );
        }
      }
      if (BUDGET_WRITE !== undefined) {
        const day = new Date().toISOString().slice(0, 10);
        writeTable(engine.name, day, TRIES, rows);
      }
      const beyond = rows.filter(({ found }) => found.score > 1);
      const told = beyond.map(({ route, found }) => `${route} ${found.score.toFixed(2)}`);
      assert.deepEqual(told, [], 'beyond the budget');
    });
  }
});
