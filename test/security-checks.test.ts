// Tests the list of security checks that `npm test` prints: what it counts, and what it misses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheckList, SECURITY_CHECKS } from '../tools/security-checks.ts';

const named = (number: number, passed = true, suite?: string) => ({
  name: `check ${number}: something holds`,
  suite,
  passed,
});

test('a required check that no test names is missing, and shown as such in a whole run only', () => {
  const list = createCheckList();
  for (const { number } of SECURITY_CHECKS) if (number !== 13) list.record(named(number));
  assert.deepEqual(
    list.missing().map(({ number }) => number),
    [13],
  );
  assert.match(list.render(true), /^ 13 .+ NO TEST$/m);
  assert.doesNotMatch(list.render(false), /NO TEST/);
});

test('what only looks like a check is none', () => {
  const list = createCheckList();
  for (const name of ['check 1', 'see check 1: x', 'check one: x', 'check 99: x', 'a test']) {
    list.record({ name, suite: undefined, passed: true });
  }
  assert.equal(list.render(false), '');
  assert.equal(list.missing().length, SECURITY_CHECKS.length);
});

test('tests are counted on each engine, and failed ones said to have failed', () => {
  const list = createCheckList();
  list.record(named(3, true, 'sqlite'));
  list.record(named(3, false, 'postgres'));
  list.record(named(4));
  assert.match(list.render(false), /^ {2}3 .+ 1 FAILED of 2 tests \(sqlite 1, postgres 1\)$/m);
  assert.match(list.render(false), /^ {2}4 .+ passed, 1 test$/m);
});

test('the forty are numbered in order', () => {
  assert.deepEqual(
    SECURITY_CHECKS.map(({ number }) => number),
    Array.from({ length: 40 }, (_, i) => i + 1),
  );
});
