// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { applyPatch, canonicalise, type JsonObject, parsePatch, ScimError } from './index.ts';
import { groupType, userType } from './registry.ts';

const user = (more: object = {}): JsonObject =>
  canonicalise(userType, { userName: 'ann', ...more }).attributes;

const apply = (stored: JsonObject, operations: readonly unknown[]) =>
  applyPatch(userType, stored, parsePatch(userType, { Operations: operations }));

const refused = (run: () => unknown, scimType: string) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.deepEqual([error.status, error.scimType], [400, scimType], error.detail);
    assert.ok(error.detail.length < 500);
    return true;
  });

const quickly = (run: () => void): void => {
  const ms = cpuMsOf(run);
  assert.ok(ms < 4_000, `${ms} ms`);
};

test('prototype names are unknown or malformed wherever they stand, and reach no prototype', () => {
  const parsed = (text: string): unknown => JSON.parse(text);
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    for (const operation of [
      { op: 'add', path: name, value: { admin: true } },
      { op: 'add', path: `${name}.admin`, value: true },
      { op: 'add', path: `name.${name}`, value: 'x' },
      { op: 'add', path: `${name}[value eq "x"].admin`, value: true },
      { op: 'add', path: `emails[type eq "work"].${name}`, value: 'x' },
      { op: 'add', path: `${ENTERPRISE_USER}:${name}`, value: 'x' },
      { op: 'add', path: `urn:${name}:${name}`, value: 'x' },
      { op: 'remove', path: name },
      { op: name, path: 'title', value: 'x' },
      parsed(`{"op":"add","value":{"${name}":{"admin":true},"name":{"${name}":{"admin":true}}}}`),
      parsed(`{"op":"add","value":{"${name}.admin":1,"${ENTERPRISE_USER}":{"${name}":{"x":1}}}}`),
      parsed(`{"op":"add","path":"emails","value":[{"value":"a","${name}":{"admin":true}}]}`),
      parsed(
        `{"op":"add","path":"roles","value":["{\\"${name}\\":{\\"admin\\":1},\\"value\\":\\"v\\"}"]}`,
      ),
      parsed(`{"${name}":{"op":"add"},"op":"add","path":"title","value":"T"}`),
    ]) {
      try {
        const { attributes } = apply(user(), [operation]);
        assert.equal(JSON.stringify(attributes).includes('admin'), false);
        assert.equal(Object.getPrototypeOf(attributes), Object.prototype);
      } catch (error) {
        assert.ok(error instanceof ScimError, String(error));
      }
      assert.equal(Reflect.get({}, 'admin'), undefined);
    }
  }
});

test('10,000 operations are taken and one more is not', () => {
  const operations = Array.from({ length: 10_000 }, (_, index) => ({
    op: 'replace',
    path: 'title',
    value: `${index}`,
  }));
  quickly(() => assert.equal(apply(user(), operations).attributes['title'], '9999'));
  refused(() => apply(user(), [...operations, operations[0]]), 'tooMany');
});

test('operations that compare many values with many others are stopped, not worked off', () => {
  const emails = Array.from({ length: 1_000 }, (_, index) => ({ value: `${index}`, type: 'work' }));
  const stored = user({ emails });
  const path = `emails[${Array.from({ length: 200 }, () => 'value co "x"').join(' or ')}].display`;
  const filters = Array.from({ length: 300 }, () => ({ op: 'remove', path }));
  quickly(() => refused(() => apply(stored, filters), 'tooMany'));
  const value = Array.from({ length: 1_000 }, (_, index) => `x${index}`);
  const removals = Array.from({ length: 20 }, () => ({ op: 'remove', path: 'emails', value }));
  quickly(() => refused(() => apply(stored, removals), 'tooMany'));
  const additions = Array.from({ length: 9_000 }, () => ({
    op: 'add',
    path: 'emails',
    value: 'y',
  }));
  quickly(() => refused(() => apply(stored, additions), 'tooMany'));
});

test('20 filters that look at every member are taken and one more is not, by id any number', () => {
  const read = (count: number, path: (index: number) => string) =>
    parsePatch(groupType, {
      Operations: Array.from({ length: count }, (_, index) => ({
        op: 'remove',
        path: path(index),
      })),
    }).members;
  assert.equal(read(20, (index) => `members[display co "${index}"]`).length, 20);
  refused(() => read(21, (index) => `members[display co "${index}"]`), 'tooMany');
  assert.equal(read(5_000, (index) => `members[value eq "${index}"]`).length, 1);
});

test('a value of a megabyte, or of thousands of spellings and brackets, costs its length', () => {
  const long = 'x'.repeat(1_000_000);
  quickly(() => {
    refused(() => apply(user(), [{ op: 'add', path: 'title', value: long }]), 'invalidValue');
    refused(() => apply(user(), [{ op: 'add', path: long, value: 'x' }]), 'invalidPath');
    const role = { value: `{"value":"${long}"}` };
    refused(() => apply(user(), [{ op: 'add', path: 'roles', value: [role] }]), 'invalidValue');
    const deep = `{"value":${'['.repeat(4_900)}${']'.repeat(4_900)}}`;
    refused(() => apply(user(), [{ op: 'add', path: 'roles', value: [deep] }]), 'invalidValue');
    const junk = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`x${index}`, index]),
    );
    assert.equal(apply(user(), [{ op: 'add', value: junk }]).changed, false);
    assert.equal(apply(user(), [{ ...junk, op: 'add', path: 'title', value: 'T' }]).changed, true);
    const keys = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`emails[type eq "${index % 7}"].value`, 'x']),
    );
    assert.equal(apply(user(), [{ op: 'add', value: keys }]).changed, true);
  });
});

test('a member list of 100,000 in a filter of a path is refused, in a value it is read', () => {
  const value = Array.from({ length: 100_000 }, (_, index) => `u${index}`);
  quickly(() => {
    const patch = parsePatch(groupType, { Operations: [{ op: 'remove', path: 'members', value }] });
    assert.equal(patch.members.length, 1);
    const path = `members[${value.map((id) => `value eq "${id}"`).join(' or ')}]`;
    refused(() => parsePatch(groupType, { Operations: [{ op: 'remove', path }] }), 'invalidPath');
  });
});
