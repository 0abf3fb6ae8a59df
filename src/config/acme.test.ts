import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';

const prefixed = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [`FORMSTEAD_${name}`, value]));

/** Returns the faults of an environment: `FORMSTEAD_NAME: problem`. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(prefixed(env));
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults.map(({ name, problem, fix }) => `${name}: ${problem} ${fix}`);
  }
  return [];
}

function assertOneFault(env: Record<string, string>, pattern: RegExp): void {
  const faults = faultsOf(env);
  assert.equal(faults.length, 1, faults.join('\n'));
  assert.match(faults[0] ?? '', pattern);
}

test('a certificate is requested over ACME for the names of the public addresses, and for nothing else', () => {
  const asked = {
    ACME_DIRECTORY: 'https://acme.example.org/dir',
    ACME_EMAIL: 'it@example.org',
    PUBLIC_URL: 'https://forms.example.org',
  };
  assert.deepEqual(readSettings(prefixed(asked)).tls, {
    mode: 'acme',
    acme: { directoryUrl: asked.ACME_DIRECTORY, email: asked.ACME_EMAIL, caFile: undefined },
  });
  const { PUBLIC_URL: _, ...nameless } = asked;
  assertOneFault(nameless, /^FORMSTEAD_ACME_DIRECTORY: .*no host name/);
  for (const url of ['https://localhost', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
    assertOneFault({ ...asked, PUBLIC_URL: url }, /^FORMSTEAD_ACME_DIRECTORY: .*no host name/);
    assertOneFault({ ...asked, AUTH_URL: url }, /^FORMSTEAD_ACME_DIRECTORY: .*no host name/);
  }
  for (const url of ['http://acme.example.org/dir', 'https://me:secret@acme.example.org', 'acme']) {
    assertOneFault({ ...asked, ACME_DIRECTORY: url }, /^FORMSTEAD_ACME_DIRECTORY: (?!.*secret)/);
  }
  assertOneFault({ ...asked, ACME_EMAIL: 'it' }, /^FORMSTEAD_ACME_EMAIL: .*not an email/);
  assertOneFault({ ACME_EMAIL: 'it@example.org' }, /^FORMSTEAD_ACME_EMAIL: .*Set both/);
  const pair = { TLS_CERT_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' };
  assert.equal(faultsOf({ ...asked, ...pair }).length, 2);
  assert.equal(faultsOf({ ...asked, TRUSTED_PROXIES: '10.0.0.1' }).length, 2);
});
