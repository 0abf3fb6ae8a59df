// Sign-out after single sign-on: the session in Formstead ends first, whatever the provider does.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, openBrowser } from '../../../../test/support/browser.ts';
import { forEachEngine } from '../../../../test/support/engines.ts';
import type { IdentityProvider } from '../../../../test/support/identity-provider.ts';
import { type Instance, startInstance } from '../../../../test/support/instance.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../../../../test/support/sso-sign-in.ts';

forEachEngine((engine) => {
  let node: Instance;
  const started: IdentityProvider[] = [];
  before(async () => {
    node = await startInstance(engine, { env: SSO_ENV });
    const body = { userName: 'ann', externalId: 'ext-ann' };
    await node.request('POST', '/scim/v2/Users', { body });
  });
  after(async () => {
    for (const idp of started) idp.close();
    await node.close();
  });

  let last = '';
  const arrive = async (announcesLogout: boolean) => {
    // One connection serves Ann, so the previous one is deleted.
    if (last !== '') {
      const gone = await (await adminBrowser(node)).send(
        'DELETE',
        `/app/v1/sso-connections/${last}`,
      );
      assert.equal(gone.status, 204, gone.text);
    }
    const { idp, connectionId } = await connectProvider(node, { announcesLogout });
    last = connectionId;
    started.push(idp);
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    const { browser } = await arriveBySso(node, idp, connectionId);
    return { idp, connectionId, browser };
  };
  const end = (connectionId: string) =>
    openBrowser(node).send('POST', '/app/v1/sso/end', { body: { connectionId } });

  test('who came by single sign-on is told with what, and where to sign out there; no ID token goes along', async () => {
    const { idp, connectionId, browser } = await arrive(true);
    const out = await browser.send('DELETE', '/app/v1/session');
    assert.deepEqual([out.status, out.at('sso', 'id')], [200, connectionId], out.text);
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 401);
    const answer = await end(connectionId);
    const url = new URL(String(answer.at('url')));
    assert.equal(url.origin, idp.issuer);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      client_id: idp.clientId,
      post_logout_redirect_uri: `${node.baseUrl}/sign-in`,
      state: answer.at('state'),
    });
    const stored = await node.services.db.reader.selectFrom('sessions').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(stored) + node.logs.join(''), /eyJ/, 'no token anywhere');
  });

  test('a provider that announces no sign-out gets none, and one that does not answer keeps nobody in', async () => {
    const silent = await arrive(false);
    const out = await silent.browser.send('DELETE', '/app/v1/session');
    assert.equal(out.status, 200);
    const { body } = await end(silent.connectionId);
    assert.deepEqual(Object.keys(Object(body)), ['name']);
    const gone = await arrive(true);
    gone.idp.close();
    assert.equal((await gone.browser.send('DELETE', '/app/v1/session')).status, 200);
    assert.equal((await gone.browser.send('GET', '/app/v1/session')).status, 401);
    const answer = await end(gone.connectionId);
    assert.deepEqual([answer.status, answer.body], [200, body]);
    assert.equal((await end('acme-nobody')).status, 404);
  });

  test('who signed in otherwise is sent nowhere', async () => {
    assert.equal((await openBrowser(node).send('DELETE', '/app/v1/session')).status, 204);
  });
});
