// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { readSettings, SETTINGS_REFERENCE, SettingsError } from './settings.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString('base64');
const DATABASE = 'postgres://app:hunter2@db.example.org/formstead';

test('whatever the environment holds, the answer is settings or a list of faults', () => {
  const names = SETTINGS_REFERENCE.flatMap(({ settings }) => settings.map(({ name }) => name));
  const name = fc.oneof(
    fc.constantFrom(...names, ...names.map((known) => `${known}_FILE`)),
    fc.string().map((tail) => `FORMSTEAD_${tail}`),
    fc.constantFrom('__proto__', 'constructor', 'FORMSTEAD_', 'FORMSTEAD___proto__'),
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.ipV6().map((address) => `${address}/${address.length}`),
    fc.constantFrom('0', 'on', KEY, DATABASE, tmpdir(), '/dev/null', 'https://a', 'postgres://%'),
  );
  fc.assert(
    fc.property(fc.dictionary(name, value), (env) => {
      try {
        assert.ok(readSettings(env).server.port >= 0);
      } catch (error) {
        assert.ok(error instanceof SettingsError, inspect(error));
        assert.ok(error.faults.length > 0);
        assert.ok(error.faults.every((fault) => fault.problem !== '' && fault.fix !== ''));
      }
    }),
    { numRuns: 500 },
  );
});
