// Assertions as msal and authlib send them: the token endpoint as audience, and minutes of life. They are accepted only
// where an admin allowed it for the credential; other clients find the reason on the page and in the audit log.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertionForm,
  type Claims,
  keySetOf,
  makeSigner,
  ownClaims,
} from '../../../test/support/assertions.ts';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../../../test/support/instance.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const ISSUER = 'https://auth.example.com';
const TOKEN_ENDPOINT = `${ISSUER}/connect/token`;
const TEN_MINUTES_S = 600;

forEachEngine((engine) => {
  const clock = createTestClock();
  const signer = makeSigner('ES256');
  let node: Instance;
  let admin: Browser;
  let clientId: string;
  before(async () => {
    node = await startInstance(engine, { clock, env: { FORMSTEAD_AUTH_URL: ISSUER } });
    admin = await adminBrowser(node);
    clientId = await register();
  });
  after(() => node.close());

  const register = async (): Promise<string> => {
    const { db, credentials } = node.services;
    const { accountId, userId } = node.account;
    const made = await db.transaction((tx) =>
      credentials.createWithKeys(tx, { accountId, via: 'command-line' } as const, {
        name: 'Signer',
        actsAsUserId: userId,
        keys: { kind: 'private-key-jwt', source: { jwks: keySetOf(signer) } },
      }),
    );
    return made.credentialId;
  };
  const send = (more: Claims = {}) =>
    node.request('POST', '/connect/token', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        assertionForm(signer.sign({ ...ownClaims(clientId, ISSUER, clock.now()), ...more })),
      ).toString(),
    });
  const now = () => Math.floor(clock.now() / 1000);
  const asMsal = (life = TEN_MINUTES_S): Claims => ({ aud: TOKEN_ENDPOINT, exp: now() + life });
  const path = () => `/app/v1/credentials/${clientId}`;
  const turn = (tokenEndpointAudience: boolean) =>
    admin.send('PATCH', path(), { body: { tokenEndpointAudience } });
  const lastRefused = async () => (await admin.send('GET', path())).at('lastRefused');

  test('check 11: the token endpoint as audience is refused until an admin allows it, and again when they no longer do', async () => {
    assert.equal((await admin.send('GET', path())).at('tokenEndpointAudience'), false);
    assert.equal((await send(asMsal())).status, 401);
    const on = await turn(true);
    assert.deepEqual([on.status, on.at('tokenEndpointAudience')], [200, true], on.text);
    assert.equal((await send(asMsal())).status, 200);
    assert.equal((await send()).status, 200, 'the issuer is good as before');
    // Some libraries name both, in either order.
    const both = [ISSUER, TOKEN_ENDPOINT];
    for (const aud of [both, both.toReversed()]) assert.equal((await send({ aud })).status, 200);
    for (const aud of [[...both, 'https://other.example'], [ISSUER, ISSUER], []]) {
      assert.equal((await send({ aud })).status, 401);
    }
    assert.equal((await turn(false)).status, 200);
    assert.equal((await send(asMsal())).status, 401);
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const changes = lines.filter(
      ({ action, target }) => action === 'credential.change' && target === clientId,
    );
    assert.deepEqual(
      changes.map(({ detail }) => detail),
      [
        { via: 'web', tokenEndpointAudience: true },
        { via: 'web', tokenEndpointAudience: false },
      ],
    );
  });

  test('check 11: allowed or not, it is for us alone, ten minutes at most, and good once', async () => {
    await turn(true);
    for (const [what, more] of [
      ['another audience', { aud: [TOKEN_ENDPOINT, 'https://other.example'] }],
      ['another endpoint of ours', { aud: `${ISSUER}/connect/revoke` }],
      ['an hour', asMsal(3600)],
      ['eleven minutes', asMsal(660)],
      ['no jti', { ...asMsal(), jti: undefined }],
    ] as const) {
      assert.equal((await send(more)).status, 401, what);
    }
    const once = { ...asMsal(), jti: 'the same' };
    assert.deepEqual([(await send(once)).status, (await send(once)).status], [200, 401]);
    await turn(false);
  });

  test('why an assertion was refused stands with the credential and in the audit log, and nowhere else', async () => {
    for (const [more, reason] of [
      [{ aud: TOKEN_ENDPOINT }, 'assertion: audience is the token endpoint'],
      [{ aud: 'https://other.example' }, 'assertion: audience'],
      [{ exp: now() + TEN_MINUTES_S }, 'assertion: life over 60 s'],
      [{ iat: now() - 100, exp: now() - 40 }, 'assertion: expired'],
      [{ jti: undefined }, 'assertion: no jti'],
    ] as const) {
      const answer = await send(more);
      const { error, error_description: text } = Object(answer.body);
      assert.deepEqual([answer.status, error], [401, 'invalid_client']);
      assert.match(
        text,
        /unknown or did not prove who it is.*https:\/\/auth\.example\.com.*audit log/,
      );
      await node.services.refusals.flush();
      const lines = await readAuditLines(node.services.db, node.account.accountId);
      const told = lines.filter(
        ({ action, credential }) => action === 'token.issue' && credential === clientId,
      );
      assert.ok(
        told.some(({ detail }) => Object(detail).reason === reason),
        reason,
      );
    }
    // Refusals are stored beside requests, every few seconds.
    await waitUntil(async () => Object(await lastRefused()).reason === 'assertion: no jti');
    assert.equal(Object(await lastRefused()).ip, '127.0.0.1');
    const stranger = `${clientId.slice(0, -1)}${clientId.endsWith('f') ? 'e' : 'f'}`;
    const nobody = await node.request('POST', '/connect/token', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        assertionForm(signer.sign(ownClaims(stranger, ISSUER, clock.now()))),
      ).toString(),
    });
    assert.equal(
      nobody.at('error_description'),
      (await send({ aud: 'x' })).at('error_description'),
    );
  });

  test('only a credential that signs for itself can be switched', async () => {
    const answer = await admin.send('PATCH', `/app/v1/credentials/${node.account.clientId}`, {
      body: { tokenEndpointAudience: true },
    });
    assert.deepEqual([answer.status, answer.at('code')], [409, 'credential-kind']);
  });
});
