import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '#kernel/ids.ts';
import { testClock } from '../../../test/support/directory.ts';
import { createVerifiedPasswords } from './verified-passwords.ts';

const attempt = { userId: 'u', userName: 'ab', password: 'cd', storedHash: '$argon2id$1' };

test('only the same name, password and stored hash are the same', () => {
  const verified = createVerifiedPasswords({ clock: testClock(), random: systemRandom });
  verified.add(attempt);
  assert.equal(verified.has(attempt), true);
  for (const other of [
    { userId: 'v' },
    { userName: 'a', password: 'bcd' },
    { userName: 'abc', password: 'd' },
    { password: 'CD' },
    { storedHash: '$argon2id$2' },
  ]) {
    assert.equal(verified.has({ ...attempt, ...other }), false);
  }
});

test('it holds 10,000 passwords and forgets the one not used for longest', () => {
  const verified = createVerifiedPasswords({ clock: testClock(), random: systemRandom });
  const nth = (n: number) => ({ ...attempt, userName: `user${n}` });
  for (let n = 0; n < 10_000; n += 1) verified.add(nth(n));
  assert.equal(verified.has(nth(0)), true);
  verified.add(nth(10_000));
  assert.equal(verified.has(nth(1)), false);
  assert.equal(verified.has(nth(0)), true);
  assert.equal(verified.has(nth(10_000)), true);
});

test('after an hour the key is another, and nothing is remembered', () => {
  const clock = testClock();
  let drawn = 0;
  const random = {
    bytes(count: number) {
      drawn += 1;
      return systemRandom.bytes(count);
    },
  };
  const verified = createVerifiedPasswords({ clock, random });
  clock.advance(60 * 60_000 - 1);
  verified.add(attempt);
  assert.equal(verified.has(attempt), true);
  clock.advance(1);
  assert.equal(verified.has(attempt), false);
  assert.equal(drawn, 2);
});
