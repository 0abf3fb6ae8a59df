// Explores every order of events of up to four transactions and the disk, each state once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  after,
  eventsOf,
  isQuiet,
  START,
  type World,
} from '../../test/support/commit-queue-world.ts';
import { type CommitQueue, type CommitStep, type Input, step } from './commit-queue.ts';

const TRANSACTIONS = 4;

interface Found {
  readonly world: World;
  /** The events that lead to this state. */
  readonly way: readonly string[];
  /** The states that follow from events that occur by themselves. */
  readonly leadsTo: string[];
}

/** @throws AssertionError with the shortest sequence of events that leads to a fault */
function explore(decide: typeof step): { readonly states: number; readonly steps: number } {
  const keyOf = (world: World): string => JSON.stringify(world);
  const start: Found = { world: START, way: [], leadsTo: [] };
  const all = new Map([[keyOf(START), start]]);
  const rest = [start];
  let steps = 0;
  // The array grows during the loop.
  for (const found of rest) {
    const { world, way, leadsTo } = found;
    const events = eventsOf(world, TRANSACTIONS);
    for (const event of events) {
      steps += 1;
      const next = attempt([...way, event.name], () => after(world, event, decide));
      const key = keyOf(next);
      if (event.isDue) leadsTo.push(key);
      if (all.has(key)) continue;
      const more: Found = { world: next, way: [...way, event.name], leadsTo: [] };
      all.set(key, more);
      rest.push(more);
    }
    const isStuck = leadsTo.length === 0 && !isQuiet(world);
    assert.ok(!isStuck, `somebody waits and nothing is under way: ${way.join(', ')}`);
  }
  assertEverythingEnds(all);
  return { states: all.size, steps };
}

/** @throws AssertionError with the sequence of events that led to the error */
function attempt<T>(way: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return assert.fail(`${fault}: ${way.join(', ')}`);
  }
}

/** Asserts that events that occur by themselves form no cycle, and so lead to a state in which no caller waits. */
function assertEverythingEnds(all: ReadonlyMap<string, Found>): void {
  const comeFrom = new Map<string, number>();
  for (const { leadsTo } of all.values()) {
    for (const key of leadsTo) comeFrom.set(key, (comeFrom.get(key) ?? 0) + 1);
  }
  const firsts = [...all.keys()].filter((key) => !comeFrom.has(key));
  for (const key of firsts) {
    for (const next of all.get(key)?.leadsTo ?? []) {
      const left = (comeFrom.get(next) ?? 0) - 1;
      comeFrom.set(next, left);
      if (left === 0) firsts.push(next);
    }
  }
  assert.equal(firsts.length, all.size, 'there is a circle in which nobody is told');
}

type Spoil = (before: CommitQueue, input: Input, after: CommitStep) => CommitStep;

/** Queues with one fault each, and the failure that must detect it. */
const FAULTS: readonly (readonly [name: string, noticed: RegExp, spoil: Spoil])[] = [
  [
    'answers at the commit',
    /told before the disk has it/,
    ({ ended }, { type }, { queue, effects }) => {
      if (type !== 'committed') return { queue, effects };
      return {
        queue: { ...queue, committed: [] },
        effects: [{ do: 'acknowledge', ids: ended }, ...effects],
      };
    },
  ],
  [
    'answers only the first of those that share a commit',
    /somebody waits/,
    ({ committed: [first = 0] }, { type }, { queue, effects }) => {
      if (type !== 'synced') return { queue, effects };
      const others = effects.filter((effect) => effect.do !== 'acknowledge');
      return { queue, effects: [{ do: 'acknowledge', ids: [first] }, ...others] };
    },
  ],
  [
    'forgets those that nobody waits for yet',
    /somebody waits/,
    (_before, _input, { queue, effects }) => ({
      queue,
      effects: effects.filter((effect) => effect.do !== 'wake' || effect.delay !== 'later'),
    }),
  ],
  [
    'tells the failed sync to those that wait for it, and goes on',
    /reads go on/,
    (_before, { type }, { queue, effects }) =>
      type === 'not-synced'
        ? { queue: { ...queue, failure: undefined }, effects }
        : { queue, effects },
  ],
  [
    'asks for a second sync when the first has failed',
    /reads go on/,
    (before, { type }, after) =>
      type === 'not-synced' ? { queue: before, effects: [{ do: 'sync' }] } : after,
  ],
  [
    'tells nobody that the storage is closing',
    /somebody waits/,
    (_before, { type }, { queue, effects }) => ({
      queue,
      effects: type === 'close' ? effects.filter((effect) => effect.do !== 'refuse') : effects,
    }),
  ],
  [
    'leaves a transaction open whose commit failed',
    /neither committed nor rolled back|reads see/,
    (_before, { type }, { queue, effects }) => ({
      queue,
      effects:
        type === 'not-committed' ? effects.filter((each) => each.do !== 'rollback') : effects,
    }),
  ],
];

describe('the queue of commits', () => {
  test(`in every order of events of up to ${TRANSACTIONS} transactions everybody is told, nobody too early, and after a failed sync nothing is told or read as kept`, (t) => {
    const found = explore(step);
    t.diagnostic(`${found.states} states, ${found.steps} steps`);
    // Fewer states would mean that some order is no longer explored.
    assert.deepEqual(found, { states: 7787, steps: 30_424 });
  });

  for (const [name, noticed, spoil] of FAULTS) {
    test(`a queue that ${name} is noticed`, () => {
      const spoilt = (queue: CommitQueue, input: Input) => spoil(queue, input, step(queue, input));
      assert.throws(() => explore(spoilt), noticed);
    });
  }
});
