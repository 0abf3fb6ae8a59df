// A model of a database that is copied, loses its last changes and goes on from a copy, at random.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { casesOf } from '../../test/support/timing.ts';
import { type Branch, type ChangeHead, isKept, storageStateOf, withBranch } from './change-head.ts';

interface World {
  readonly log: readonly number[];
  readonly timeline: number;
  readonly branches: readonly Branch[];
}

interface Cursor {
  readonly state: string;
  readonly seq: number;
  /** What somebody with this cursor has read. */
  readonly seen: readonly number[];
}

const nameOf = (timeline: number) => timeline.toString(16).toUpperCase().padStart(8, '0');
const headOf = ({ log, timeline, branches }: World): ChangeHead => ({
  ...{ seq: log.length, work_seq: 0, epoch: ':1:2' },
  ...{ timeline: nameOf(timeline), branches },
});

let lastId = 0;
/** What happens before a cursor is made, and before a number is given: a new timeline is noted. */
function noted(world: World): World {
  const head = headOf(world);
  if (world.branches.at(-1)?.timeline === head.timeline) return world;
  lastId += 1;
  const branch = { ...head, id: `branch-${lastId}`, timeline: nameOf(world.timeline) };
  return { ...world, branches: withBranch(world.branches, branch) };
}

/** A database with its copies, and what was read of it. */
class Story {
  world: World = { log: [], timeline: 1, branches: [] };
  readonly cursors: Cursor[] = [];
  readonly #copies: World[] = [];
  #made = 0;

  change(count: number): void {
    const { log, ...others } = noted(this.world);
    const made = Array.from({ length: (count % 4) + 1 }, () => {
      this.#made += 1;
      return this.#made;
    });
    this.world = { ...others, log: [...log, ...made] };
  }

  /** Reads all, or all but the last few. Before the first change a cursor is 0, which is always taken. */
  poll(count: number): void {
    this.world = noted(this.world);
    const { log } = this.world;
    const seen = log.slice(0, Math.max(1, log.length - count));
    const state = storageStateOf(headOf(this.world));
    if (seen.length > 0) this.cursors.push({ state, seq: seen.length, seen });
  }

  copy(): void {
    this.#copies.push(this.world);
  }

  /** Two servers that go on from copies of one timeline both call theirs the next one. */
  takeOver(count: number): void {
    const copy = this.#copies[count % Math.max(1, this.#copies.length)];
    if (copy) this.world = { ...copy, timeline: copy.timeline + 1 };
  }

  switchOver(): void {
    this.world = { ...this.world, timeline: this.world.timeline + 1 };
  }
}

const DEEDS = ['change', 'poll', 'copy', 'takeOver', 'switchOver'] as const;
const steps = fc.array(fc.tuple(fc.constantFrom(...DEEDS), fc.nat({ max: 9 })), { maxLength: 30 });

test('a cursor is taken exactly as long as all that it names is in the database', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const story = new Story();
      for (const [deed, count] of all) {
        story[deed](count);
        const now = headOf(story.world);
        for (const cursor of story.cursors) {
          const isThere = cursor.seen.every((change, i) => story.world.log[i] === change);
          // A copy from before the first poll on its timeline does not know the branch that this poll noted.
          const isKnown = now.branches.some(({ id }) => cursor.state.endsWith(`:${id}`));
          const what = JSON.stringify({ cursor, now });
          assert.equal(isKept(now, 'seq', cursor), isKnown && isThere, what);
        }
      }
    }),
    { numRuns: casesOf({ daily: 500, nightly: 20_000 }) },
  );
});

test('after more changes of servers than are remembered, the oldest cursor is refused, and a newer one is not', () => {
  let world: World = noted({ log: [1, 2], timeline: 1, branches: [] });
  const oldest = { state: storageStateOf(headOf(world)), seq: 2 };
  for (let i = 0; i < 50; i += 1) world = noted({ ...world, timeline: world.timeline + 1 });
  assert.equal(isKept(headOf(world), 'seq', oldest), false);
  assert.equal(
    isKept(headOf(world), 'seq', { state: storageStateOf(headOf(world)), seq: 2 }),
    true,
  );
  const second = world.branches[0]?.id;
  assert.equal(isKept(headOf(world), 'seq', { state: `:1:2:${second}`, seq: 2 }), true);
});

test('a cursor of 0.2.0, which names the timeline, is taken on that timeline', () => {
  const head = headOf(noted({ log: [1, 2], timeline: 1, branches: [] }));
  assert.equal(isKept(head, 'seq', { state: ':1:2:00000001', seq: 2 }), true);
  assert.equal(isKept(head, 'seq', { state: ':1:2:00000002', seq: 2 }), false);
  assert.equal(isKept(head, 'seq', { state: ':1:3:00000001', seq: 2 }), false);
});
