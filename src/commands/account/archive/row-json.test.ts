import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowToJson } from './row-json.ts';

const TABLE = {
  name: 'things',
  columns: [
    { name: 'account_id', type: 'text' },
    { name: 'detail', type: 'text' },
    { name: 'created_at', type: 'integer' },
    { name: 'active', type: 'integer' },
    { name: 'number', type: 'integer' },
    { name: 'latitude', type: 'real' },
  ],
  key: ['account_id'],
} as const;

test('a row reads as the API shows things: its names, times in ISO 8601, flags as booleans', () => {
  const row = {
    account_id: 'a',
    detail: '{"b":[1,"x"],"2":null}',
    created_at: 1_795_000_000_123,
    active: 1,
    number: 1,
    latitude: 52.5,
  };
  assert.deepEqual(rowToJson(TABLE, row, ['account_id']), {
    detail: '{"b":[1,"x"],"2":null}',
    createdAt: '2026-11-18T11:06:40.123Z',
    active: true,
    number: 1,
    latitude: 52.5,
  });
});

test('JSON in a text is part of the line only if nothing of the text is lost', () => {
  const shown = (detail: string | null) => rowToJson(TABLE, { detail }, [])['detail'];
  assert.deepEqual(shown('{"via":"web"}'), { via: 'web' });
  assert.deepEqual(shown('["ä"]'), ['ä']);
  for (const text of ['{"a": 1}', '{"a":1.0}', '{"a":1,"a":2}', '[1', '', '"x"', '12', 'null']) {
    assert.equal(shown(text), text);
  }
  assert.equal(shown(null), null);
});
