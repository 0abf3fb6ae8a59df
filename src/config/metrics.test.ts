import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';

const PORT = { FORMSTEAD_METRICS_PORT: '9464' };

/** Returns the one fault of a value, as the operator reads it. */
function faultOf(name: 'PORT' | 'TOKEN', value: string): string {
  try {
    readSettings({ [`FORMSTEAD_METRICS_${name}`]: value });
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    assert.equal(error.faults.length, 1);
    return error.message;
  }
  return '';
}

test('metrics are on with a port or a token that nobody guesses', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz-0123456789';
  const { metrics } = readSettings({ ...PORT, FORMSTEAD_METRICS_TOKEN: token });
  assert.equal(metrics?.port, 9464);
  assert.equal(metrics?.token?.reveal(), token);
  assert.equal(readSettings({ FORMSTEAD_METRICS_PORT: '0' }).metrics?.port, 0);
  for (const port of ['65536', '-1', 'x']) assert.match(faultOf('PORT', port), /not a port/);
  for (const wrong of ['short', `${token} ${token}`, `${token}"`]) {
    const fault = faultOf('TOKEN', wrong);
    assert.match(fault, /openssl rand -hex 32/);
    assert.ok(!fault.includes(wrong));
  }
  assert.ok(!JSON.stringify({ metrics }).includes(token));
});
