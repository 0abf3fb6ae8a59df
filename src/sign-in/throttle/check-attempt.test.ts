import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAttempt, type Tallies, type Tally, waitMs } from './check-attempt.ts';

const SETTINGS = {
  passwordsPerAddress: 30,
  passwordsBeforeWaiting: 5,
  passwordsBeforeSuspension: 100,
  minutes: 15,
};
const MINUTE = 60_000;
const DAY = 86_400_000;
const NONE: Tally = { failures: 0, countedAt: 0 };
const NOBODY: Tallies = { address: NONE, pair: NONE, user: NONE };
const at = (now: number, password = 'p') => ({ now, password });

test('check 21: the wait is none, then a second, doubled by each failure up to 15 minutes', () => {
  const seconds = Array.from({ length: 17 }, (_, failures) => waitMs(failures, SETTINGS) / 1000);
  assert.deepEqual(seconds, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  assert.equal(waitMs(1_000_000, SETTINGS), 15 * MINUTE);
});

test('check 21: of attempts as fast as they come, those are looked at that the curve lets through', () => {
  let tallies = NOBODY;
  const looked: number[] = [];
  const start = 1_000_000_000;
  for (let now = start; now < start + 60_000; now += 100) {
    const { allowed, counted } = checkAttempt(tallies, at(now), SETTINGS);
    if (!allowed) continue;
    tallies = counted;
    looked.push((now - start) / 1000);
  }
  assert.deepEqual(looked, [0, 0.1, 0.2, 0.3, 0.4, 1.4, 3.4, 7.4, 15.4, 31.4]);
});

test('an attempt that another one overtook, or that a clock of another node did, waits for nothing', () => {
  const now = 1_000_000_000;
  const known = { failures: 1, countedAt: now + 5, password: 'p', succeededAt: now - MINUTE };
  for (const pair of [known, { ...known, succeededAt: undefined }]) {
    const tallies = { ...NOBODY, pair, user: { ...pair, failures: 4 } };
    assert.ok(checkAttempt(tallies, at(now), SETTINGS).allowed);
  }
  const failed = { ...NOBODY, pair: { ...known, failures: 5 } };
  assert.equal(checkAttempt(failed, at(now), SETTINGS).allowed, false);
});

test('an address waits after 30 failures until 15 minutes after the first, whoever was tried', () => {
  let address = NONE;
  const start = 1_000_000_000;
  const attempt = (now: number) => {
    const { allowed, counted } = checkAttempt({ ...NOBODY, address }, at(now), SETTINGS);
    if (allowed) address = counted.address;
    return allowed;
  };
  for (let i = 0; i < 30; i += 1) assert.ok(attempt(start + i * 1000));
  assert.equal(attempt(start + 30_000), false);
  assert.equal(attempt(start + 15 * MINUTE - 1), false);
  assert.ok(attempt(start + 15 * MINUTE));
  assert.equal(address.failures, 1);
});

test('check 21: where the user signed in before, failures of others hold up nobody', () => {
  const now = 10 * DAY;
  const attacked: Tallies = {
    address: { failures: 30, countedAt: now - 1 },
    pair: { failures: 0, countedAt: now - DAY, succeededAt: now - DAY, password: 'p' },
    user: { failures: 100, countedAt: now - 1, password: 'p' },
  };
  const known = checkAttempt(attacked, at(now), SETTINGS);
  assert.deepEqual([known.allowed, known.suspended], [true, true]);
  assert.equal(known.counted.user.failures, 100);
  const stranger = checkAttempt({ ...attacked, pair: NONE }, at(now), SETTINGS);
  assert.equal(stranger.allowed, false);
  const own = { ...attacked.pair, failures: 6, countedAt: now - 1999 };
  assert.equal(checkAttempt({ ...attacked, pair: own }, at(now), SETTINGS).allowed, false);
  assert.equal(checkAttempt({ ...attacked, pair: own }, at(now + 1), SETTINGS).allowed, true);
});

test('the hundredth failure in a row suspends, a new password begins at none', () => {
  const user = (failures: number) => ({ ...NOBODY, user: { ...NONE, failures, password: 'p' } });
  assert.equal(checkAttempt(user(99), at(DAY), SETTINGS).allowed, true);
  assert.equal(checkAttempt(user(100), at(DAY), SETTINGS).allowed, false);
  assert.equal(checkAttempt(user(100), at(1000 * DAY), SETTINGS).allowed, false);
  const renewed = checkAttempt(user(100), at(DAY, 'q'), SETTINGS);
  assert.deepEqual([renewed.allowed, renewed.suspended], [true, false]);
  assert.equal(renewed.counted.user.failures, 1);
});

test('however attempts fall in time, no key lets more through than it says', () => {
  const steps = fc.array(
    fc.record({ waited: fc.integer({ min: 0, max: 20 * MINUTE }), user: fc.nat({ max: 3 }) }),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(steps, (attempts) => {
      let now = DAY;
      let address = NONE;
      const users = new Map<number, { pair: Tally; user: Tally; looked: number[] }>();
      const looked: number[] = [];
      for (const { waited, user } of attempts) {
        now += waited;
        const own = users.get(user) ?? { pair: NONE, user: NONE, looked: [] };
        const { allowed, counted } = checkAttempt({ address, ...own }, at(now), SETTINGS);
        if (!allowed) continue;
        address = counted.address;
        users.set(user, { ...counted, looked: [...own.looked, now] });
        looked.push(now);
      }
      // Any 15 minutes overlap at most two windows of the address.
      for (const from of looked) {
        const inside = looked.filter((time) => time >= from && time < from + 15 * MINUTE);
        assert.ok(inside.length <= 60);
      }
      for (const { looked: times } of users.values()) {
        assert.ok(times.length <= 100);
        times.forEach((time, i) => {
          const before = times[i - 1];
          if (before !== undefined && time - before < DAY) {
            assert.ok(time - before >= waitMs(i, SETTINGS) || i < 5 || hadQuietDay(times, i));
          }
        });
      }
    }),
    { numRuns: 300 },
  );
});

const hadQuietDay = (times: readonly number[], end: number): boolean =>
  times.slice(1, end).some((time, i) => time - (times[i] ?? 0) >= DAY);
