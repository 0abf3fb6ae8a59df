// An attacker uses a browser in which an admin is still signed in, or steals its cookie. They can open what the admin
// can open, but do nothing that lets them stay or get further.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MATRIX } from '../authorisation-matrix.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';
import { differentRows, readStoredRows } from '../support/stored-rows.ts';

const SIX_MINUTES = 6 * 60_000;
const PASSWORD = 'eleven tame otters by the pier';

/** Routes that change permissions or ways to sign in. */
const SENSITIVE =
  /^\/app\/v1\/(?:users|groups|credentials|provisioning|provisioning-tokens|sso-connections|webhooks|account|me\/(?:password|sessions|passkeys|second-factor))(?:[/-]|$)/;

/** Routes among them that need no confirmation, and why. */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ['POST /app/v1/groups', 'a new group gives no role: groups are mapped by their id'],
  ['PATCH /app/v1/groups/:id', 'a name: groups are mapped by their id'],
  ['PATCH /app/v1/account/brand', 'a colour'],
  ['PUT /app/v1/account/logo', 'a picture, drawn anew by the server'],
  ['DELETE /app/v1/account/logo', 'a picture'],
  ['POST /app/v1/account/fonts', 'a font, used only where PDFs are drawn'],
  ['DELETE /app/v1/account/fonts/:id', 'a font'],
  ['PATCH /app/v1/me/passkeys/:id', 'a name'],
  ['POST /app/v1/sso-connections/:id/test', 'changes nothing'],
  ['POST /app/v1/provisioning/test', 'changes nothing that stays'],
  [
    'DELETE /app/v1/provisioning/ended-role-mappings/:id',
    'changes no role: what it drops is an offer to give one back',
  ],
  ['POST /app/v1/webhooks/:id/test', 'goes to the address that was registered'],
  ['POST /app/v1/webhooks/:id/deliveries/:deliveryId/resend', 'goes to that address again'],
]);

test('every route that decides who may do what asks who it is', () => {
  const changing = MATRIX.filter(({ route, right }) => {
    const [method, path = ''] = route.split(' ');
    return right === 'session' && method !== 'GET' && SENSITIVE.test(path);
  });
  assert.ok(changing.length > 30);
  const open = changing.filter(({ confirmed }) => confirmed === undefined);
  assert.deepEqual(open.map(({ route }) => route).sort(), [...HARMLESS.keys()].sort());
});

forEngineOrBoth('sqlite', (engine) => {
  describe('a session whose person was not checked for a while', () => {
    let node: Instance;
    let admin: Browser;
    let other: string;
    let groupId: string;
    let credentialId: string;
    before(async () => {
      node = await startInstance(engine);
      admin = await adminBrowser(node);
      const made = async (path: string, body: object) => {
        const answer = await admin.send('POST', `/app/v1/${path}`, { body });
        assert.equal(answer.status, 201, answer.text);
        return answer;
      };
      other = String((await made('users', { userName: fresh('eve') })).at('id'));
      groupId = String((await made('groups', { displayName: fresh('g') })).at('id'));
      const credential = { name: 'Sync', actsAsUserId: node.account.userId };
      credentialId = String((await made('credentials', credential)).at('credential', 'id'));
      const items = [{ groupId, role: 'admin' }];
      const mapped = await admin.send('PUT', '/app/v1/provisioning/role-mappings', {
        body: { items },
      });
      assert.equal(mapped.status, 200, mapped.text);
      await node.services.chains.linkPending();
      node.clock.advance(SIX_MINUTES);
    });
    after(() => node.close());

    const attacks = (): readonly (readonly [string, string, object?])[] => {
      const breakGlass = node.account.userId;
      return [
        ['POST', '/users', { userName: fresh('mallory'), role: 'admin', password: PASSWORD }],
        ['POST', '/users', { userName: fresh('mallory'), password: PASSWORD }],
        ['PATCH', `/users/${other}`, { role: 'admin' }],
        ['PATCH', `/users/${other}`, { userName: 'mallory' }],
        ['PATCH', `/users/${breakGlass}`, { email: 'mallory@evil.example' }],
        ['PATCH', `/users/${breakGlass}`, { protected: false }],
        ['PATCH', `/users/${breakGlass}`, { userName: 'mallory' }],
        ['PATCH', `/users/${other}`, { active: false }],
        ['DELETE', `/users/${other}/sessions`],
        ['POST', `/groups/${groupId}/members`, { add: [other] }],
        ['DELETE', `/groups/${groupId}`],
        ['POST', `/credentials/${credentialId}/revoke`],
      ];
    };

    test('makes no admin, changes no role, no sign-in and no break-glass admin', async () => {
      const stored = () => readStoredRows(node.services.db);
      const before = await stored();
      for (const [method, path, body] of attacks()) {
        const answer = await admin.send(method, `/app/v1${path}`, body ? { body } : {});
        const said = `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`;
        assert.deepEqual([answer.status, answer.at('code')], [403, 'confirmation-needed'], said);
      }
      assert.deepEqual(differentRows(before, await stored()), []);
      const name = `${node.account.accountCode}/mallory`;
      assert.equal((await openBrowser(node).signIn(name, PASSWORD)).status, 401);
    });

    test('reads on, and does all of it once the person has proved who they are', async () => {
      assert.equal((await admin.send('GET', `/app/v1/users/${other}`)).status, 200);
      const wrong = await admin.send('POST', '/app/v1/session/confirm', {
        body: { password: PASSWORD },
      });
      assert.deepEqual([wrong.status, wrong.at('code')], [403, 'confirmation-refused']);
      const right = await admin.send('POST', '/app/v1/session/confirm', {
        body: { password: ADMIN_PASSWORD },
      });
      assert.equal(right.status, 200, right.text);
      const promoted = await admin.send('PATCH', `/app/v1/users/${other}`, {
        body: { role: 'designer' },
      });
      assert.deepEqual([promoted.status, promoted.at('role')], [200, 'designer']);
    });
  });
});
