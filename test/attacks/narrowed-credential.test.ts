// An attacker has the secret of a credential with the right to SCIM only. They try to use it to act as a person: with
// the password of the user that it acts as, or with a session that outlives it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';

const PASSWORD = 'eleven tame otters by the pier';
const OWN_PASSWORD = 'nine red lanterns on a barge';

forEngineOrBoth('sqlite', (engine) => {
  describe('a credential that was narrowed to SCIM', () => {
    let node: Instance;
    let admin: Browser;
    before(async () => {
      node = await startInstance(engine);
      admin = await adminBrowser(node);
    });
    after(() => node.close());

    const addUser = async (role: string) => {
      const body = { userName: fresh(role), role };
      const made = await admin.send('POST', '/app/v1/users', { body });
      assert.equal(made.status, 201, made.text);
      return { id: String(made.at('id')), userName: body.userName };
    };
    const narrowed = async (actsAsUserId: string) => {
      const body = { name: fresh('sync'), actsAsUserId, rights: ['scim'] };
      const made = await admin.send('POST', '/app/v1/credentials', { body });
      assert.equal(made.status, 201, made.text);
      const id = String(made.at('credential', 'id'));
      return { id, token: await node.token(id, String(made.at('clientSecret'))) };
    };
    const signIn = async (userName: string, password = PASSWORD) => {
      const browser = openBrowser(node);
      return { browser, status: (await browser.signIn(userName, password)).status };
    };

    test('sets no password of the person it acts as, whatever their role, in whatever way', async () => {
      for (const role of ['admin', 'designer', 'member']) {
        const { id, userName } = await addUser(role);
        const { token } = await narrowed(id);
        const value = { password: PASSWORD };
        const Operations = [{ op: 'replace', value }];
        const whole = { schemas: [CORE_USER], userName, ...value };
        const patch = { schemas: [PATCH_OP], Operations };
        const bulk = {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
          Operations: [{ method: 'PATCH', path: `/Users/${id}`, data: patch }],
        };
        for (const [method, path, body] of [
          ['PATCH', '/Me', patch],
          ['PUT', '/Me', whole],
          ['PATCH', `/Users/${id}`, patch],
          ['PUT', `/Users/${id}`, whole],
          ['POST', '/Bulk', bulk],
        ] as const) {
          await node.request(method, `/scim/v2${path}`, { token, body });
          assert.equal((await signIn(userName)).status, 401, `${role} ${method} ${path}`);
        }
      }
    });

    const END_IT = [
      { ends: 'it is revoked', step: 'revoke', body: undefined, action: 'credential.revoke' },
      {
        ends: 'its secret is renewed without an overlap',
        step: 'regenerate',
        body: { overlapSeconds: 0 },
        action: 'credential.regenerate',
      },
    ];
    for (const { ends, step, body: by, action } of END_IT)
      test(`leaves nobody signed in by a password of its making once ${ends}, and nobody else out`, async () => {
        const { token, id: credentialId } = await narrowed((await addUser('admin')).id);
        const made = async (password?: string) => {
          const userName = fresh('p');
          const body = { schemas: [CORE_USER], userName, ...(password && { password }) };
          const answer = await node.request('POST', '/scim/v2/Users', { token, body });
          assert.equal(answer.status, 201, answer.text);
          return { id: String(answer.at('id')), userName };
        };
        const [victim, other] = [await made(PASSWORD), await made()];
        const link = await admin.send('POST', `/app/v1/users/${other.id}/link`, { body: {} });
        const [, secret] = String(link.at('url')).split('#');
        const theirs = openBrowser(node);
        const redeemed = await theirs.send('POST', '/app/v1/links/redeem', {
          body: { token: secret, password: OWN_PASSWORD },
        });
        assert.equal(redeemed.status, 201, redeemed.text);
        const { browser: eve, status } = await signIn(victim.userName);
        assert.equal(status, 201);
        const path = `/app/v1/credentials/${credentialId}/${step}`;
        const ended = await admin.send('POST', path, by && { body: by });
        assert.ok(ended.status < 300, ended.text);
        const after = await eve.send('GET', '/app/v1/session');
        assert.deepEqual([after.status, after.at('code')], [401, 'session-ended'], after.text);
        assert.equal((await theirs.send('GET', '/app/v1/session')).status, 200);
        const record = await admin.send('GET', `/app/v1/audit-events?action=${action}`);
        const { passwordsSet, sessionsEnded } = Object(record.at('items', 0, 'detail'));
        assert.deepEqual([passwordsSet, sessionsEnded], [1, 1]);
      });
  });
});
