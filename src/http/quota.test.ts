// Nightly: it plays many orders of requests on several nodes.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { fail } from '#kernel/errors.ts';
import {
  blockSize,
  type CountClient,
  type CountRequest,
  countEach,
  countInBlocks,
  type Policy,
} from './quota.ts';

const KEY = 'somebody';
const clock = { now: () => Date.now() };
const refuse = () =>
  fail('too-many-requests', 'No more.', { because: { reason: 'at-once', limit: 1 } });

/** Returns a storage that several counters share, as nodes share PostgreSQL. */
function sharedStorage(): CountClient {
  const db = new DatabaseSync(':memory:');
  db.exec('create table rate_limits (key text primary key, points integer, expire integer)');
  return {
    async query({ text, values = [] }) {
      const named = Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));
      const rows = db.prepare(text).all(named as Record<string, string | number>);
      return { rows, rowCount: rows.length };
    },
  };
}

const passes = async (count: CountRequest): Promise<boolean> => {
  try {
    await count(KEY);
    return true;
  } catch {
    return false;
  }
};

const howMany = (results: readonly boolean[]): number => results.filter(Boolean).length;

for (const [name, counter] of [
  ['blocks', countInBlocks],
  ['each', countEach],
] as const) {
  test(`whatever the order in which nodes are answered, the quota is never exceeded: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 5 }),
        async (scheduler, quota, requestsOf) => {
          const { query } = sharedStorage();
          const client = { query: scheduler.scheduleFunction(query) };
          const policy: Policy = { name: 'test', quota, windowSeconds: 60 };
          const asked = requestsOf.flatMap((requests) => {
            const count = counter(policy, { clock, client, refuse });
            return Array.from({ length: requests }, () => passes(count));
          });
          const passed = howMany(await scheduler.waitFor(Promise.all(asked)));
          assert.ok(passed <= quota);
          // The unused part of a block is lost: at most one block per node.
          const slack =
            counter === countInBlocks ? requestsOf.length * blockSize(policy, quota) : 0;
          assert.ok(passed >= Math.min(asked.length, quota - slack), `${passed} of ${quota}`);
        },
      ),
      { numRuns: 100 },
    );
  });
}

test('one node lets exactly the quota through, one by one or all at once', async () => {
  for (const quota of [1, 2, 59, 60, 61, 1000]) {
    for (const client of [undefined, sharedStorage()]) {
      const policy = { name: 'test', quota, windowSeconds: 60 };
      for (const counter of [countInBlocks, countEach]) {
        const alone = counter(
          { ...policy, name: `${counter.name}-alone` },
          { clock, client, refuse },
        );
        let passed = 0;
        for (let i = 0; i < quota + 10; i += 1) passed += (await passes(alone)) ? 1 : 0;
        assert.equal(passed, quota);
        const burst = counter(
          { ...policy, name: `${counter.name}-burst` },
          { clock, client, refuse },
        );
        const results = Array.from({ length: quota * 2 }, () => passes(burst));
        assert.equal(howMany(await Promise.all(results)), quota);
      }
    }
  }
});

function freezeTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_700_000_000_123 });
}

test('25 requests a second pass, evenly or in bursts, across the ends of windows, over several nodes', async (t) => {
  freezeTime(t);
  const policy = { name: 'scim', quota: 1800, windowSeconds: 60 };
  for (const nodes of [1, 8]) {
    for (const burstsASecond of [25, 5, 1]) {
      const client = nodes === 1 ? undefined : sharedStorage();
      const counters = Array.from({ length: nodes }, () =>
        countInBlocks(policy, { clock, client, refuse }),
      );
      let at = 0;
      for (let burst = 0; burst < 150 * burstsASecond; burst += 1) {
        for (let i = 0; i < 25 / burstsASecond; i += 1) {
          const count = counters[at % nodes];
          at += 1;
          assert.ok(count && (await passes(count)), `request ${at} on ${nodes} nodes`);
        }
        t.mock.timers.tick(1000 / burstsASecond);
      }
    }
  }
});

test('a window that is over begins anew with the whole quota, and what was left is not added', async (t) => {
  freezeTime(t);
  for (const counter of [countInBlocks, countEach]) {
    for (const client of [undefined, sharedStorage()]) {
      const count = counter(
        { name: 'test', quota: 100, windowSeconds: 60 },
        { clock, client, refuse },
      );
      await passes(count);
      t.mock.timers.tick(60_001);
      let passed = 0;
      for (let i = 0; i < 150; i += 1) passed += (await passes(count)) ? 1 : 0;
      assert.equal(passed, 100);
    }
  }
});

/** A clock of the system that tests can set back: timers go on by the time that passes, as they do in Node. */
function movableTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1_700_000_000_123;
  t.mock.method(Date, 'now', () => now);
  return {
    pass(ms: number): void {
      now += ms;
      t.mock.timers.tick(ms);
    },
    set(ms: number): void {
      now += ms;
    },
  };
}

test('a clock that is put back by hours leaves nobody locked out', async (t) => {
  const time = movableTime(t);
  const policy = { name: 'test', quota: 10, windowSeconds: 60 };
  const count = countInBlocks(policy, { clock, client: undefined, refuse });
  for (let i = 0; i < 11; i += 1) await passes(count);
  assert.equal(await passes(count), false);
  time.set(-3_600_000);
  time.pass(60_001);
  assert.equal(await passes(count), true);
});

test('a clock that is put back by seconds uses up nothing: a block is not left for the next one', async (t) => {
  const time = movableTime(t);
  const policy = { name: 'test', quota: 600, windowSeconds: 60 };
  const count = countInBlocks(policy, { clock, client: undefined, refuse });
  await passes(count);
  time.set(-10_000);
  let passed = 1;
  for (let i = 0; i < 700; i += 1) passed += (await passes(count)) ? 1 : 0;
  assert.equal(passed, 600);
});

test('a clock of tests that jumps by days uses up nothing: windows end by the clock of the system', async () => {
  let offset = 0;
  const moved = { now: () => Date.now() + offset };
  const policy = { name: 'test', quota: 600, windowSeconds: 60 };
  for (const client of [undefined, sharedStorage()]) {
    const count = countInBlocks(policy, { clock: moved, client, refuse });
    for (let i = 0; i < 100; i += 1) {
      assert.equal(await passes(count), true, `jump ${i}`);
      offset += 86_400_000;
    }
  }
});

test('a storage that does not answer leaves each node its own quota, never none and never more', async () => {
  for (const counter of [countInBlocks, countEach]) {
    const client = { query: () => Promise.reject(new Error('connection refused')) };
    const count = counter(
      { name: 'test', quota: 50, windowSeconds: 60 },
      { clock, client, refuse },
    );
    const results = await Promise.all(Array.from({ length: 120 }, () => passes(count)));
    assert.equal(howMany(results), 50);
  }
});

test('what is left is told, and when the window ends', async (t) => {
  freezeTime(t);
  const policy = { name: 'test', quota: 120, windowSeconds: 60 };
  for (const counter of [countInBlocks, countEach]) {
    for (const client of [undefined, sharedStorage()]) {
      const count = counter(policy, { clock, client, refuse });
      const endsAt = Date.now() + 60_000;
      for (const remaining of [119, 118, 117]) {
        assert.deepEqual(await count(KEY), { policy, remaining, endsAt });
      }
    }
  }
});
