// Selects the tests that `npm test -- --changed` runs.
// Nightly: it tests a tool that no release needs; test-sets.test.ts holds every day that no test is lost.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { testsOf } from '../tools/changed-tests.ts';

const ALL = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).sort();

test('a change brings the tests beside it and those that import it, and not all there are', () => {
  const tests = testsOf(['src/kernel/whole-word.ts'], ALL);
  assert.ok(tests.includes('src/kernel/whole-word.test.ts'));
  assert.ok(tests.length < ALL.length / 3, `${tests.length} of ${ALL.length}`);
  const endpoint = testsOf(['src/scim/users/post-user.ts'], ALL);
  assert.ok(
    endpoint.some((file) => file.startsWith('src/scim/users/')),
    endpoint.join(' '),
  );
  assert.ok(endpoint.length < 60, endpoint.join(' '));
});

test('what only tests import brings these tests, over other files too', () => {
  const tests = testsOf(['test/budget/drafts.ts'], ALL);
  assert.ok(tests.includes('test/budget/budget.test.ts'), tests.join(' '));
  assert.ok(!tests.includes('src/kernel/whole-word.test.ts'));
});

test('a test that was changed runs, and a page that nothing imports brings none', () => {
  assert.deepEqual(testsOf(['test/flows/kills.test.ts'], ALL), ['test/flows/kills.test.ts']);
  assert.deepEqual(testsOf(['docs/operations.md'], ALL), []);
});
