import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFairQueue, type FairQueue, type Owner, type Shares } from './fair-queue.ts';

const of = (account: string, person = ''): Owner => ({ account, person });
const nameOf = ({ account, person }: Owner): string => `${account}/${person}`;

/** Begins and ends everything, one after the other. */
function drain<T>(queue: FairQueue<T>): readonly T[] {
  const items: T[] = [];
  for (let next = queue.begin(); next; next = queue.begin()) {
    queue.end(next.owner);
    items.push(next.item);
  }
  return items;
}

test('whoever brings a thousand things waits for them; another account, and a colleague, wait for one', () => {
  const queue = createFairQueue<string>();
  for (let i = 0; i < 1000; i += 1) queue.push(of('loud', 'hog'), `hog ${i}`);
  queue.push(of('calm', 'a'), 'a 0');
  queue.push(of('loud', 'colleague'), 'colleague 0');
  queue.push(of('calm', 'a'), 'a 1');
  assert.equal(queue.size, 1003);
  assert.deepEqual(drain(queue).slice(0, 6), [
    'hog 0',
    'a 0',
    'colleague 0',
    'a 1',
    'hog 1',
    'hog 2',
  ]);
});

test('somebody alone has all of the account, and half of it as soon as a colleague waits', () => {
  const queue = createFairQueue<number>({ atOnce: 8, ofAccount: 6 });
  const begun: string[] = [];
  const begin = () => {
    for (let next = queue.begin(); next; next = queue.begin()) begun.push(nameOf(next.owner));
  };
  for (let i = 0; i < 20; i += 1) queue.push(of('acme', 'hog'), i);
  begin();
  assert.deepEqual(
    begun,
    Array.from({ length: 6 }, () => 'acme/hog'),
  );
  for (let i = 0; i < 20; i += 1) queue.push(of('acme', 'colleague'), i);
  for (let i = 0; i < 20; i += 1) queue.push(of('other', 'x'), i);
  begin();
  assert.deepEqual(begun.splice(0), [
    ...Array.from({ length: 6 }, () => 'acme/hog'),
    'other/x',
    'other/x',
  ]);
  for (let ended = 0; ended < 3; ended += 1) {
    queue.end(of('acme', 'hog'));
    begin();
  }
  // The other account has two of eight running, so it gets places until both have as many.
  assert.deepEqual(begun.splice(0), ['other/x', 'other/x', 'acme/colleague']);
});

test('a person has a limit of their own where work takes long, even alone', () => {
  const queue = createFairQueue<number>({ atOnce: 6, ofAccount: 4, ofPerson: 2 });
  for (let i = 0; i < 9; i += 1) queue.push(of('acme', 'hog'), i);
  assert.ok(queue.begin() && queue.begin());
  assert.equal(queue.begin(), undefined);
  queue.push(of('acme', 'colleague'), 0);
  assert.equal(queue.begin()?.owner.person, 'colleague');
});

test('more of somebody begins only if nobody else waits who may', () => {
  const queue = createFairQueue<number>({ atOnce: 4, ofAccount: 3 });
  queue.push(of('a'), 0);
  const first = queue.begin();
  assert.ok(first && queue.beginAlso(first.owner));
  queue.push(of('b'), 0);
  assert.equal(queue.beginAlso(of('a')), false);
  assert.ok(queue.begin());
  assert.deepEqual([queue.beginAlso(of('a')), queue.beginAlso(of('a'))], [true, false]);
});

test('a full queue takes the last thing of whoever brings most, and never of whoever brings less', () => {
  const queue = createFairQueue<string>({
    atOnce: 0,
    ofAccount: 1,
    waiting: 8,
    waitingOfAccount: 5,
  });
  const push = (account: string, person: string, item: string) =>
    queue.push(of(account, person), item);
  for (const item of ['h0', 'h1', 'h2', 'h3', 'h4'])
    assert.equal(push('a', 'hog', item), undefined);
  assert.equal(push('a', 'hog', 'h5'), 'h5', 'the account is full');
  assert.equal(push('a', 'colleague', 'c0'), 'h4');
  assert.equal(push('a', 'colleague', 'c1'), 'h3');
  assert.equal(push('a', 'colleague', 'c2'), 'c2', 'both would have as many');
  for (const item of ['x0', 'x1', 'x2']) assert.equal(push('b', 'x', item), undefined);
  assert.equal(push('c', 'y', 'y0'), 'h2', 'of the largest account the person with the most');
  assert.equal(push('b', 'z', 'z0'), 'x2', 'b would have as many as a, so it is of b');
  assert.equal(push('c', 'y', 'y1'), 'h1', 'of the largest account again');
  assert.deepEqual([queue.size, queue.sizeOf('a'), queue.sizeOf('b')], [8, 3, 3]);
  assert.equal(queue.clear().length, 8);
  assert.deepEqual([queue.size, queue.sizeOf('a')], [0, 0]);
});

interface Item {
  readonly owner: Owner;
  readonly number: number;
}

/** A queue with what a stranger can see of it, and everything that must hold at each step. */
function watched(shares: Shares) {
  const queue = createFairQueue<Item>(shares);
  const running: Owner[] = [];
  const waiting: Item[] = [];
  const begun: Item[] = [];
  const refused: Item[] = [];
  /** How often each other account, or colleague, was served since somebody with nothing running began to wait. */
  const passed = new Map<string, Map<string, number>>();
  const { atOnce, ofAccount, ofPerson = Number.POSITIVE_INFINITY } = shares;
  const { waiting: room = 0, waitingOfAccount: roomOfAccount = 0 } = shares;
  const half = Math.max(1, Math.floor(ofAccount / 2));
  const count = (list: readonly Owner[], account: string, person?: string): number =>
    list.filter((each) => each.account === account && (person ?? each.person) === each.person)
      .length;
  const waits = (account: string, person?: string) =>
    count(
      waiting.map(({ owner }) => owner),
      account,
      person,
    );
  const hasColleague = ({ account, person }: Owner) => waits(account) > waits(account, person);
  const capOf = (owner: Owner) => Math.min(ofPerson, hasColleague(owner) ? half : ofAccount);
  const mayBegin = (owner: Owner) =>
    running.length < atOnce &&
    count(running, owner.account) < ofAccount &&
    count(running, owner.account, owner.person) < capOf(owner);

  /** Names of accounts, and of people as `account/person`, that wait and have nothing running. */
  const idle = (): readonly string[] =>
    waiting
      .flatMap(({ owner }) => [owner.account, nameOf(owner)])
      .filter((key) => {
        const [account = '', person] = key.split('/');
        return count(running, account, person) === 0;
      });
  const notePassing = (served: Owner): void => {
    for (const key of new Set(idle())) {
      const isPerson = key.includes('/');
      const by = isPerson ? nameOf(served) : served.account;
      if (by === key || (isPerson && !key.startsWith(`${served.account}/`))) continue;
      const times = passed.get(key) ?? new Map<string, number>();
      passed.set(key, times.set(by, (times.get(by) ?? 0) + 1));
      assert.equal(times.get(by), 1, `${by} was served again while ${key} waited`);
    }
    passed.delete(served.account);
    passed.delete(nameOf(served));
  };
  const begin = (): void => {
    for (;;) {
      const ready = queue.ready();
      const next = queue.begin();
      if (!next) break;
      assert.ok(ready > 0);
      const at = waiting.indexOf(next.item);
      assert.ok(at >= 0 && mayBegin(next.owner), `${nameOf(next.owner)} may not begin`);
      assert.equal(
        waiting.findIndex(({ owner }) => nameOf(owner) === nameOf(next.owner)),
        at,
      );
      notePassing(next.owner);
      waiting.splice(at, 1);
      running.push(next.owner);
      begun.push(next.item);
    }
    for (const { owner } of waiting) {
      assert.ok(!mayBegin(owner), `${nameOf(owner)} waits for nothing`);
    }
  };
  return {
    begun,
    refused,
    push(owner: Owner, number: number): void {
      const item = { owner, number };
      const isFull = waiting.length >= room || waits(owner.account) >= roomOfAccount;
      const most = waits(owner.account, owner.person);
      const lost = queue.push(owner, item);
      waiting.push(item);
      if (lost) {
        assert.ok(isFull, 'nothing is refused while there is room');
        const { account, person } = lost.owner;
        assert.ok(
          lost === item || waits(account, person) > most || waits(account) > waits(owner.account),
        );
        waiting.splice(waiting.indexOf(lost), 1);
        refused.push(lost);
        // Whoever lost all that waited begins to wait anew.
        if (waits(account, person) === 0) passed.delete(nameOf(lost.owner));
        if (waits(account) === 0) passed.delete(account);
      }
      begin();
      assert.equal(queue.size, waiting.length);
      assert.ok(waiting.length <= room && waits(owner.account) <= roomOfAccount);
    },
    end(which: number): boolean {
      const [owner] = running.splice(which % Math.max(1, running.length), 1);
      if (!owner) return false;
      passed.delete(owner.account);
      passed.delete(nameOf(owner));
      queue.end(owner);
      begin();
      return true;
    },
  };
}

const OWNERS = ['a', 'b', 'c'].flatMap((account) =>
  ['1', '2'].map((person) => of(account, person)),
);
const SHARES = fc.record({
  atOnce: fc.integer({ min: 1, max: 7 }),
  ofAccount: fc.integer({ min: 1, max: 6 }),
  ofPerson: fc.integer({ min: 1, max: 7 }),
  waiting: fc.integer({ min: 4, max: 30 }),
  waitingOfAccount: fc.integer({ min: 2, max: 20 }),
});
const STEPS = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ push: fc.nat({ max: OWNERS.length - 1 }) }) },
    { weight: 2, arbitrary: fc.record({ end: fc.nat({ max: 9 }) }) },
  ),
  { maxLength: 150, size: 'max' },
);

test('whatever comes when: nobody starves, has more than half beside a colleague, or waits for nothing', () => {
  fc.assert(
    fc.property(SHARES, STEPS, (shares, steps) => {
      const run = () => {
        const queue = watched(shares);
        let pushed = 0;
        for (const step of steps) {
          if ('end' in step) queue.end(step.end);
          else queue.push(OWNERS[step.push] ?? of('a'), pushed++);
        }
        while (queue.end(0));
        const numbers = [...queue.begun, ...queue.refused].map(({ number }) => number);
        assert.deepEqual(
          numbers.toSorted((x, y) => x - y),
          Array.from({ length: pushed }, (_, i) => i),
        );
        return queue.begun.map(({ number }) => number);
      };
      assert.deepEqual(run(), run(), 'the order is total');
    }),
    { numRuns: 300 },
  );
});
