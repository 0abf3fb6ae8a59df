import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '#kernel/errors.ts';
import { explainFailure } from './explain-failure.ts';

const withCode = (message: string, code: string): Error =>
  Object.assign(new Error(message), { code });

test('what people are told is one line with what to do, and never the private cause', () => {
  const cases: readonly [unknown, RegExp][] = [
    [
      fail('not-found', 'There is no such key.', { cause: new Error('secret'), at: 'kid' }),
      /^There is no such key\.$/,
    ],
    [
      withCode('listen EADDRINUSE: address already in use', 'EADDRINUSE'),
      /set FORMSTEAD_PORT to another one/,
    ],
    [withCode('database disk image is malformed', 'SQLITE_CORRUPT_INDEX'), /restore a backup/],
    [withCode('password authentication failed', '28P01'), /FORMSTEAD_DATABASE_URL/],
    [
      Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
      /PostgreSQL does not answer.*\(ECONNREFUSED\)/,
    ],
    [new Error('first\n    at somewhere'), /^first$/],
    [withCode('odd', '__proto__'), /^odd$/],
    ['thrown text\nmore', /^Unexpected failure: thrown text$/],
  ];
  for (const [error, expected] of cases) {
    const text = explainFailure(error);
    assert.match(text, expected);
    assert.doesNotMatch(text, /secret|\n/);
  }
});
