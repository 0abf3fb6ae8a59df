import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

test('connections of a pool are not taken for ones that only read', () => {
  const env = {
    FORMSTEAD_DATABASE_URL: 'postgres://app:hunter2@db.example.org/formstead',
    FORMSTEAD_MASTER_KEY: Buffer.from('a master key of a test, 32 bytes').toString('base64'),
    FORMSTEAD_READ_ONLY: 'on',
  };
  assert.equal(readSettings(env).storage.readOnly, true);
  assert.throws(
    () => readSettings({ ...env, FORMSTEAD_DATABASE_NAMED_STATEMENTS: 'off' }),
    /FORMSTEAD_READ_ONLY.*It is on while FORMSTEAD_DATABASE_NAMED_STATEMENTS is off/s,
  );
});
