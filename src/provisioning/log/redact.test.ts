import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '#kernel/json.ts';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { createRedaction } from './redact.ts';

const KNOWN = new Set(['userName', 'name', 'name.givenName', 'emails', 'emails.value']);
const start = () => createRedaction((path) => KNOWN.has(path));
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const search = (filter: string): JsonValue => ({ schemas: [SEARCH], filter });
const patch = (path: string): JsonValue => ({ Operations: [{ op: 'add', path, value: 'x' }] });

const HOSTILE: Readonly<Record<string, (size: number) => JsonValue>> = {
  'a string without an end, full of quotes': (size) => search(`"${'\\"'.repeat(size)}`),
  'quotes alone': (size) => search('"'.repeat(size)),
  'opening brackets': (size) => patch(`emails${'['.repeat(size)}`),
  'brackets in brackets': (size) => patch(`emails${'['.repeat(size)}]`),
  'pairs of brackets': (size) => patch(`emails${'[]'.repeat(size)}`),
  'unknown attributes': (size) =>
    Object.fromEntries(Array.from({ length: size / 10 }, (_, i) => [`a${i}`, `value ${i}`])),
  'deep objects': (size) =>
    JSON.parse(`${'{"name":'.repeat(size / 100)}1${'}'.repeat(size / 100)}`),
};

for (const [what, of] of Object.entries(HOSTILE)) {
  test(`twice as much costs no more than about twice as much: ${what}`, () => {
    const cost = (size: number): number =>
      Math.min(...Array.from({ length: 3 }, () => cpuMsOf(() => start().body(of(size)))));
    cost(5000);
    const [once, eight] = [cost(5000), cost(40_000)];
    assert.ok(eight < once * 24 + 20, `${once} ms, of eight times as much ${eight} ms`);
  });
}

test('of more parameters than SCIM has nothing is kept, nor what the answer says of them', () => {
  const hidden = start();
  const query = `${'count=1&'.repeat(32)}filter=hidden`;
  assert.equal(hidden.query(query), '[removed]');
  assert.equal(hidden.scrub('What is "hidden"?'), '[removed]');
  const shown = start();
  assert.equal(shown.query('count=1&filter=hidden'), 'count=1&filter=[removed]');
  assert.equal(shown.scrub('What is "hidden"?'), 'What is "[removed]"?');
});

test('what stands under a name that is none is not kept, whatever is within', () => {
  const body = { 'no name!': { userName: 'hidden' }, userName: 'shown' };
  assert.deepEqual(start().body(body), { '[removed]': '[removed]', userName: 'shown' });
});

test('a member that is called toString or __proto__ spoils nothing', () => {
  const text = `{"schemas":["${SEARCH}"],"filter":{"toString":1},"count":{"__proto__":null}}`;
  const search: JsonValue = JSON.parse(text);
  assert.deepEqual(start().body(search), {
    schemas: [SEARCH],
    filter: '[removed]',
    count: '[removed]',
  });
});
