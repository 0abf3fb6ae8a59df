// An account has two identity providers, for instance one of a subsidiary. The operator of one of them lets it assert a
// person of the other.
// Nightly: whole journeys; src/sign-in/sso tries each request.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { readAuditLines } from '../support/credentials.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';

forEngineOrBoth('postgres', (engine) => {
  describe('two identity providers in one account', () => {
    let node: Instance;
    let admin: Browser;
    let ours: Side;
    let theirs: Side;
    interface Side {
      readonly idp: IdentityProvider;
      readonly token: string;
      readonly credentialId: string;
      connectionId: string;
    }
    const open = async (name: string): Promise<Side> => {
      const idp = await startIdentityProvider(() => `${node.baseUrl}/app/v1/sso/callback`);
      const made = await admin.send('POST', '/app/v1/provisioning-tokens', {
        body: { name, expiresInSeconds: 86_400 },
      });
      const token = String(made.at('provisioningToken'));
      return { idp, token, credentialId: String(made.at('credential', 'id')), connectionId: '' };
    };
    const connect = async ({ idp }: Side, credentialIds?: readonly string[]) => {
      const { issuer, clientId, clientSecret } = idp;
      return await admin.send('POST', '/app/v1/sso-connections', {
        body: {
          ...{ name: fresh('login'), issuer, clientId, clientSecret },
          ...{ claim: 'oid', attribute: 'externalId', ...(credentialIds && { credentialIds }) },
        },
      });
    };
    before(async () => {
      node = await startInstance(engine, {
        env: { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8,::1/128' },
      });
      admin = await adminBrowser(node);
      ours = await open('Ours');
      theirs = await open('Theirs');
      ours.connectionId = String((await connect(ours)).at('id'));
    });
    after(async () => {
      ours.idp.close();
      theirs.idp.close();
      await node.close();
    });

    const provision = async ({ token }: Side): Promise<{ id: string; externalId: string }> => {
      const externalId = fresh('ext');
      const body = { schemas: [CORE_USER], userName: fresh('p'), externalId };
      const made = await node.request('POST', '/scim/v2/Users', { token, body });
      assert.equal(made.status, 201, made.text);
      return { id: String(made.at('id')), externalId };
    };
    /** Returns the user who is signed in when an identity provider asserts a person; undefined for nobody. */
    const assertedBy = async ({ idp, connectionId }: Side, oid: string): Promise<unknown> => {
      idp.person = { sub: fresh('sub'), oid };
      const begun = await openBrowser(node).send('POST', '/app/v1/sso/begin', {
        body: { connectionId },
      });
      const cookie = /^__Host-sso-[^;]+/.exec(begun.headers['set-cookie'] ?? '')?.[0] ?? '';
      const back = await idp.visit(String(begun.at('url')));
      const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const path = `${back.pathname}${back.search}`;
      const answer = await node.request('GET', path, { token: null, headers });
      const sid = /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
      if (sid === undefined) return undefined;
      return (await openBrowser(node, sid).send('GET', '/app/v1/session')).at('user', 'id');
    };

    test('a second connection signs in nobody until it says whose people', async () => {
      const unknown = await connect(theirs, ['acme-nobody']);
      assert.deepEqual([unknown.status, unknown.at('at')], [400, 'credentialIds'], unknown.text);
      const made = await connect(theirs);
      assert.deepEqual([made.status, made.at('credentialIds')], [201, []], made.text);
      theirs.connectionId = String(made.at('id'));
      const [ann, bob] = [await provision(ours), await provision(theirs)];
      assert.equal(await assertedBy(theirs, ann.externalId), undefined);
      assert.equal(await assertedBy(theirs, bob.externalId), undefined);
      assert.equal(await assertedBy(ours, ann.externalId), ann.id, 'nothing changes for the first');
      const name = (side: Side) =>
        admin.send('PATCH', `/app/v1/sso-connections/${side.connectionId}`, {
          body: { credentialIds: [theirs.credentialId] },
        });
      assert.deepEqual((await name(theirs)).at('credentialIds'), [theirs.credentialId]);
      const taken = await name(ours);
      assert.deepEqual([taken.status, taken.at('at')], [400, 'credentialIds'], taken.text);
    });

    test('each signs in the people whom it provisioned, and nobody of the other', async () => {
      const [ann, bob] = [await provision(ours), await provision(theirs)];
      assert.equal(await assertedBy(theirs, ann.externalId), undefined, 'before a first sign-in');
      assert.equal(await assertedBy(ours, bob.externalId), undefined, 'before a first sign-in');
      assert.equal(await assertedBy(ours, ann.externalId), ann.id);
      assert.equal(await assertedBy(theirs, bob.externalId), bob.id);
      assert.equal(await assertedBy(theirs, ann.externalId), undefined);
      assert.equal(await assertedBy(ours, bob.externalId), undefined);
      const lines = await readAuditLines(node.services.db, node.account.accountId);
      const refused = lines.filter(({ result }) => result === 'refused').slice(-4);
      assert.deepEqual(
        refused.map(({ target }) => target),
        [theirs, ours, theirs, ours].map(({ connectionId }) => connectionId),
      );
    });

    test('nor does turning the other one off, or writing its people, give them over', async () => {
      const ann = await provision(ours);
      const path = `/app/v1/sso-connections/${ours.connectionId}`;
      const turn = (enabled: boolean) => admin.send('PATCH', path, { body: { enabled } });
      assert.equal((await turn(false)).status, 200);
      assert.equal(await assertedBy(theirs, ann.externalId), undefined);
      assert.equal((await turn(true)).status, 200);
      const externalId = fresh('ext');
      const written = await node.request('PATCH', `/scim/v2/Users/${ann.id}`, {
        token: theirs.token,
        body: {
          schemas: [PATCH_OP],
          Operations: [{ op: 'replace', path: 'externalId', value: externalId }],
        },
      });
      assert.equal(written.status, 200, written.text);
      assert.equal(await assertedBy(theirs, externalId), undefined);
      assert.equal(await assertedBy(ours, externalId), ann.id);
    });

    test('a local admin whom the other one’s provisioning adopts stays with the connection for everybody', async () => {
      const made = await admin.send('POST', '/app/v1/users', {
        body: { userName: fresh('admin'), role: 'admin' },
      });
      const id = String(made.at('id'));
      const adopted = await node.request('PATCH', `/scim/v2/Users/${id}`, {
        token: theirs.token,
        body: {
          schemas: [PATCH_OP],
          Operations: [{ op: 'replace', path: 'displayName', value: 'The Chief' }],
        },
      });
      assert.equal(adopted.status, 200, adopted.text);
      const by = async (side: Side) => {
        const path = `/app/v1/sso-connections/${side.connectionId}`;
        await admin.send('PATCH', path, { body: { attribute: 'userName' } });
        return await assertedBy(side, String(made.at('userName')));
      };
      assert.equal(await by(theirs), undefined);
      assert.equal(await by(ours), id);
    });
  });
});
