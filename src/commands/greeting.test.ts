import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '#config/settings.ts';
import { greeting } from './greeting.ts';

const server = {
  port: 8443,
  publicUrl: 'https://forms.example.org',
  setUpLink: undefined,
  caFile: undefined,
  fingerprint: undefined,
};

test('the first line names host and port as a URL does, IPv6 in brackets', () => {
  for (const [host, expected] of [
    ['127.0.0.1', 'listening on https://127.0.0.1:8443\n'],
    ['::1', 'listening on https://[::1]:8443\n'],
    ['forms.internal', 'listening on https://forms.internal:8443\n'],
  ] as const) {
    assert.equal(greeting(server, readSettings({ FORMSTEAD_HOST: host })), expected);
  }
});

test('behind a proxy it says who may call and how', () => {
  const settings = readSettings({
    FORMSTEAD_TRUSTED_PROXIES: '10.0.0.1',
    FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
  });
  assert.match(
    greeting(server, settings),
    /^listening on https:.*\n.*plain HTTP; clients call https:\/\/forms\.example\.org\n$/,
  );
});
