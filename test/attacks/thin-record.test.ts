// An attacker with the session of an admin points single sign-on to another identity provider and back; the audit log
// must show more than that something changed. And an admin enters a URL whose metadata belongs to another issuer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';

const SECRET = 'a secret that nobody else keeps';

forEngineOrBoth('sqlite', (engine) => {
  describe('single sign-on, on record', () => {
    let node: Instance;
    let idp: IdentityProvider;
    let admin: Browser;
    let connectionId: string;
    before(async () => {
      node = await startInstance(engine, { env: SSO_ENV });
      admin = await adminBrowser(node);
      ({ idp, connectionId } = await connectProvider(node, { admin }));
    });
    after(async () => {
      idp.close();
      await node.close();
    });

    const path = () => `/app/v1/sso-connections/${connectionId}`;
    const change = (body: object) => admin.send('PATCH', path(), { body });
    /** Newest first. */
    const record = async (query: string) => {
      const answer = await admin.send('GET', `/app/v1/audit-events?${query}`);
      assert.ok(!answer.text.includes(SECRET) && !answer.text.includes(idp.clientSecret));
      const { items } = Object(answer.body);
      return items.map(({ detail }: { readonly detail: unknown }) => detail);
    };

    test('says where a connection was pointed, and back, and only what changed', async () => {
      const { issuer, clientSecret } = idp;
      const elsewhere = 'https://evil.example/';
      const body = { issuer: elsewhere, clientSecret: SECRET, claim: 'sub', name: 'Acme login' };
      assert.equal((await change(body)).status, 200);
      assert.equal((await change({ issuer, clientSecret, claim: 'oid' })).status, 200);
      assert.equal((await change({ issuer, clientSecret, enabled: true })).status, 200);
      assert.deepEqual(await record('action=sso.change'), [
        {
          changed: ['issuer', 'claim', 'clientSecret'],
          from: { issuer: elsewhere, claim: 'sub' },
          to: { issuer, claim: 'oid' },
        },
        {
          changed: ['issuer', 'claim', 'clientSecret'],
          from: { issuer, claim: 'oid' },
          to: { issuer: elsewhere, claim: 'sub' },
        },
      ]);
    });

    test('names who was refused, by person or by claim, and the names that people had', async () => {
      const [externalId, userName] = [fresh('ext'), fresh('ann')];
      const made = await node.request('POST', '/scim/v2/Users', {
        body: { schemas: [CORE_USER], userName, externalId },
      });
      const id = String(made.at('id'));
      const patch = async (value: object) => {
        const Operations = [{ op: 'replace', value }];
        const body = { schemas: [PATCH_OP], Operations };
        assert.equal((await node.request('PATCH', `/scim/v2/Users/${id}`, { body })).status, 200);
      };
      const renamed = fresh('eve');
      await patch({ userName: renamed, active: false });
      const [updated] = await record(`action=user.update&targetId=${id}`);
      assert.deepEqual(updated.userName, { from: userName, to: renamed });
      idp.person = { sub: 'idp-ann', oid: externalId };
      await arriveBySso(node, idp, connectionId);
      idp.person = { sub: 'idp-ann', oid: `${externalId}-unknown` };
      await arriveBySso(node, idp, connectionId);
      idp.person = { sub: 'idp-ann' };
      await arriveBySso(node, idp, connectionId);
      const refusal = { method: 'sso', problem: 'sso-unknown-person', claim: 'oid' };
      assert.deepEqual(await record(`action=session.begin&result=refused`), [
        refusal,
        { ...refusal, value: `${externalId}-unknown` },
        { method: 'sso', problem: 'sso-inactive', user: id, userName: renamed },
      ]);
    });

    test('is only for the issuer that its address names', async () => {
      const { issuer, clientId, clientSecret } = idp;
      const connect = (address: string) => {
        const rule = { claim: 'oid', attribute: 'externalId' };
        const body = { name: fresh('idp'), issuer: address, clientId, clientSecret, ...rule };
        return admin.send('POST', '/app/v1/sso-connections', { body });
      };
      const begin = (id: unknown) =>
        openBrowser(node).send('POST', '/app/v1/sso/begin', { body: { connectionId: id } });
      const wellKnown = '/.well-known/openid-configuration';
      const other = issuer.replace('localhost', '127.0.0.1');
      const rogue = await connect(`${other}${wellKnown}`);
      assert.deepEqual([rogue.status, rogue.at('issuer')], [201, other]);
      assert.equal((await begin(rogue.at('id'))).at('code'), 'sso-unavailable');
      const own = await connect(` ${issuer}${wellKnown}`);
      assert.deepEqual([own.status, own.at('issuer')], [201, issuer]);
      assert.equal((await begin(own.at('id'))).status, 200);
      const odd = await connect(`${issuer}/.well-known/other`);
      assert.deepEqual([odd.status, odd.at('at')], [400, 'issuer']);
      const moved = await change({ issuer: other });
      assert.deepEqual([moved.status, moved.at('at')], [400, 'clientSecret']);
    });
  });
});
