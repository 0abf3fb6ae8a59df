import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { chanceOf } from '../../test/budget/drafts.ts';
import { createLanes, type Lanes } from './lanes.ts';

interface Store {
  /** The pieces that each lane has to do, in order. */
  readonly todo: Map<string, number[]>;
  /** The pieces that were begun, as `lane piece`, in order. */
  readonly done: string[];
  readonly errors: unknown[];
  readonly lanes: Lanes<string>;
  underWay: number;
}

/** Returns lanes over a store of their own, which gives out each piece once. */
function start(
  limits: { readonly atOnce: number; readonly ofLane: number; readonly ofAccount?: number },
  work: (lane: string, piece: number) => Promise<void>,
): Store {
  const store = {
    todo: new Map<string, number[]>(),
    done: [] as string[],
    errors: [] as unknown[],
  };
  const own = new Map<string, number>();
  const all: Store = {
    ...store,
    underWay: 0,
    lanes: createLanes<string, number>({
      shares: {
        atOnce: limits.atOnce,
        ofAccount: limits.ofAccount ?? limits.atOnce,
        ofPerson: limits.ofLane,
      },
      ownerOf: (key) => ({ account: key.split('/')[0] ?? key, person: key }),
      due: async () => [...store.todo].flatMap(([key, todo]) => (todo.length > 0 ? [key] : [])),
      find: async (key, most) => store.todo.get(key)?.splice(0, most) ?? [],
      async work(piece, key) {
        all.underWay += 1;
        own.set(key, (own.get(key) ?? 0) + 1);
        assert.ok(all.underWay <= limits.atOnce, `${all.underWay} at once`);
        assert.ok((own.get(key) ?? 0) <= limits.ofLane, `${own.get(key)} of ${key} at once`);
        store.done.push(`${key} ${piece}`);
        try {
          await work(key, piece);
        } finally {
          all.underWay -= 1;
          own.set(key, (own.get(key) ?? 0) - 1);
        }
      },
      onError: (error) => void store.errors.push(error),
    }),
  };
  return all;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('whatever comes when: everything is done once, and never too much at once', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const chance = chanceOf(seed);
    const upTo = (most: number): number => 1 + Math.floor(chance() * most);
    const store = start({ atOnce: upTo(6), ofLane: upTo(4) }, async () => {
      for (let turns = upTo(4); turns > 1; turns -= 1) await nextTurn();
    });
    const expected: string[] = [];
    for (let come = 0; come < 12; come += 1) {
      const lane = `lane ${upTo(4)}`;
      const pieces = range(upTo(7)).map((at) => come * 100 + at);
      store.todo.set(lane, [...(store.todo.get(lane) ?? []), ...pieces]);
      expected.push(...pieces.map((piece) => `${lane} ${piece}`));
      if (chance() < 0.7) store.lanes.notify(lane);
      else void store.lanes.look();
      if (chance() < 0.5) await nextTurn();
    }
    await store.lanes.settled();
    assert.deepEqual([...store.done].sort(), expected.sort(), `seed ${seed}`);
    assert.deepEqual(store.errors, []);
  }
});

test('who has one piece waits for one of whoever has a thousand', async () => {
  const store = start({ atOnce: 2, ofLane: 2 }, () => nextTurn());
  store.todo.set('loud', range(1000));
  store.lanes.notify('loud');
  await nextTurn();
  store.todo.set('calm', [0]);
  store.lanes.notify('calm');
  await store.lanes.settled();
  assert.ok(store.done.indexOf('calm 0') < 8, `it came after ${store.done.indexOf('calm 0')}`);
});

test('an account with many lanes leaves places to others, and takes turns with them', async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const store = start({ atOnce: 4, ofLane: 1, ofAccount: 2 }, () => release);
  const notify = (lane: string): void => {
    store.todo.set(lane, [0]);
    store.lanes.notify(lane);
  };
  for (let at = 0; at < 100; at += 1) notify(`loud/${at}`);
  await nextTurn();
  for (const account of ['second', 'third', 'calm']) notify(account);
  await nextTurn();
  assert.deepEqual(store.done, ['loud/0 0', 'loud/1 0', 'second 0', 'third 0']);
  resolve();
  await store.lanes.settled();
  assert.equal(store.done.length, 103);
  assert.ok(store.done.indexOf('calm 0') < 8, `it came after ${store.done.indexOf('calm 0')}`);
});

test('a lane that fails rests until somebody looks again, and the others go on', async () => {
  const store = start({ atOnce: 4, ofLane: 1 }, async (lane) => {
    await nextTurn();
    if (lane === 'broken') throw new Error('the storage failed');
  });
  store.todo.set('broken', range(9));
  store.todo.set('sound', range(9));
  await store.lanes.look();
  await store.lanes.settled();
  assert.deepEqual(
    [store.todo.get('broken')?.length, store.todo.get('sound')?.length],
    [8, 0],
    store.done.join(),
  );
  assert.equal(store.errors.length, 1);
  await store.lanes.look();
  await store.lanes.settled();
  assert.equal(store.todo.get('broken')?.length, 7);
});

test('once closed it begins on nothing, and has waited for what was under way', async () => {
  const store = start({ atOnce: 2, ofLane: 1 }, async () => {
    await nextTurn();
    await nextTurn();
  });
  store.todo.set('one', range(5));
  store.lanes.notify('one');
  await nextTurn();
  const begun = store.done.length;
  await store.lanes.close();
  store.lanes.notify('one');
  await store.lanes.look();
  await store.lanes.settled();
  assert.deepEqual([store.underWay, store.done.length], [0, begun]);
});
