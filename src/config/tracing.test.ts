import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';

const ENDPOINT = { FORMSTEAD_OTLP_ENDPOINT: 'https://otlp.example.org/tenant/' };

/** Returns the one fault of an environment, as the operator reads it. */
function faultOf(env: Readonly<Record<string, string>>): string {
  try {
    readSettings(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    assert.equal(error.faults.length, 1, error.message);
    return error.message;
  }
  return '';
}

test('traces are on with a collector, and off without, whatever platforms set', () => {
  assert.equal(readSettings({}).tracing, undefined);
  const platform = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.org' };
  assert.equal(readSettings(platform).tracing, undefined);
  const { tracing } = readSettings({
    ...ENDPOINT,
    FORMSTEAD_OTLP_HEADERS: 'Authorization=Bearer%20k%2Cey, x-scope=forms',
    FORMSTEAD_TRACE_SAMPLE: '0.1',
  });
  assert.equal(tracing?.url, 'https://otlp.example.org/tenant/v1/traces');
  assert.equal(tracing.share, 0.1);
  const headers = { authorization: 'Bearer k,ey', 'x-scope': 'forms' };
  assert.deepEqual(tracing.headers.reveal(), headers);
  assert.ok(!JSON.stringify(tracing).includes('k,ey'));
  for (const local of ['http://localhost:4318', 'http://127.0.0.1:4318', 'http://[::1]:4318']) {
    assert.equal(
      readSettings({ FORMSTEAD_OTLP_ENDPOINT: local }).tracing?.url,
      `${local}/v1/traces`,
    );
  }
});

test('a wrong collector ends with one clear line that shows no secret', () => {
  const endpoints: readonly (readonly [string, RegExp])[] = [
    ['localhost:4318', /not a web address/],
    ['http://otlp.example.org:4318', /plain HTTP/],
    ['http://localhost.example.org', /plain HTTP/],
    ['https://user:hunter2@otlp.example.org', /FORMSTEAD_OTLP_HEADERS/],
    ['https://otlp.example.org?key=hunter2', /FORMSTEAD_OTLP_HEADERS/],
    ['https://otlp.example.org/v1/traces', /Formstead adds/],
  ];
  for (const [value, expected] of endpoints) {
    const fault = faultOf({ FORMSTEAD_OTLP_ENDPOINT: value });
    assert.match(fault, expected);
    assert.doesNotMatch(fault, /hunter2/);
  }
  for (const value of ['hunter2', 'a b=hunter2', 'a=hunter2%zz', 'a=hunter2%0D%0Ab', 'a=']) {
    const fault = faultOf({ ...ENDPOINT, FORMSTEAD_OTLP_HEADERS: value });
    assert.match(fault, /name=value/);
    assert.doesNotMatch(fault, /hunter2/);
  }
  assert.match(faultOf({ FORMSTEAD_OTLP_HEADERS: 'a=b' }), /FORMSTEAD_OTLP_ENDPOINT is not/);
  assert.match(faultOf({ FORMSTEAD_TRACE_SAMPLE: '1' }), /FORMSTEAD_OTLP_ENDPOINT is not/);
  assert.match(faultOf({ ...ENDPOINT, FORMSTEAD_TRACE_SAMPLE: '10%' }), /from 0 to 1/);
});
