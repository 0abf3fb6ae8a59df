import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE_USER } from './core-user-schema.ts';
import { applyPatch, canonicalise, parsePatch } from './index.ts';
import { userType } from './registry.ts';

/** Returns a user after the operations. */
function patched(stored: object, ...operations: readonly unknown[]) {
  const before = canonicalise(userType, { userName: 'ann', ...stored }).attributes;
  return applyPatch(userType, before, parsePatch(userType, { Operations: operations })).attributes;
}

test('Sparrow: what the filter says of an element by eq is kept when the element is replaced', () => {
  const replaced = (path: string, value: unknown, ...emails: readonly object[]) =>
    patched({ emails }, { op: 'replace', path, value })['emails'];
  const work = { value: 'a', type: 'work', primary: true };
  const home = { value: 'h', type: 'home' };
  const path = 'emails[type eq "WORK"]';
  assert.deepEqual(replaced(path, { value: 'b' }, work, home), [
    { value: 'b', type: 'work' },
    home,
  ]);
  // In an array, as a bare text, and as a key in a value without a path.
  assert.deepEqual(replaced(path, [{ value: 'b' }], work), [{ value: 'b', type: 'work' }]);
  assert.deepEqual(replaced(path, 'b', work), [{ value: 'b', type: 'work' }]);
  const keyed = { op: 'replace', value: { [path]: { value: 'b' } } };
  assert.deepEqual(patched({ emails: [work] }, keyed)['emails'], [{ value: 'b', type: 'work' }]);
  const urn = `${CORE_USER}:${path}`;
  assert.deepEqual(replaced(urn, { value: 'b' }, work), [{ value: 'b', type: 'work' }]);
  // The new value wins over the filter, and null or nothing there is no new value.
  assert.deepEqual(replaced(path, { value: 'b', type: 'other' }, work), [
    { value: 'b', type: 'other' },
  ]);
  assert.deepEqual(replaced(path, { value: 'b', type: null }, work), [
    { value: 'b', type: 'work' },
  ]);
  const both = 'emails[type eq "work" and primary eq true]';
  assert.deepEqual(replaced(both, { value: 'b' }, work), [
    { value: 'b', type: 'work', primary: true },
  ]);
  const named = 'emails[value eq "A" and type sw "w"]';
  assert.deepEqual(replaced(named, { display: 'A' }, work), [{ value: 'a', display: 'A' }]);
  // Neither of two alternatives is said of the element, nor what it must not be.
  for (const filter of ['type eq "work" or type eq "x"', 'not (type eq "x")', 'type pr'])
    assert.deepEqual(replaced(`emails[${filter}]`, { value: 'b' }, work), [{ value: 'b' }]);
  assert.equal(replaced(path, null, work), undefined);
  assert.equal(replaced(path, {}, work), undefined);
});
