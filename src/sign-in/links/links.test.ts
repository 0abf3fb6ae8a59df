// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const HOUR = 60 * 60_000;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let people = 0;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  /** Provisions a user without a password. */
  const provision = async (): Promise<{ id: string; userName: string }> => {
    people += 1;
    const userName = `invited${people}@x.example`;
    const made = await node.request('POST', '/scim/v2/Users', { body: { userName } });
    return { id: String(made.at('id')), userName };
  };
  const linkFor = async (id: string): Promise<{ token: string; page: string }> => {
    admin = await adminBrowser(node);
    const answer = await admin.send('POST', `/app/v1/users/${id}/link`);
    assert.equal(answer.status, 201, answer.text);
    const url = new URL(String(answer.at('url')));
    assert.equal(url.origin, node.baseUrl);
    return { token: url.hash.slice(1), page: url.pathname };
  };
  const redeem = (token: string, password = PASSWORD) => {
    const browser = openBrowser(node);
    return browser.send('POST', '/app/v1/links/redeem', { body: { token, password } });
  };

  test('an invited person chooses a password, is signed in, and the link is used up', async () => {
    const { id, userName } = await provision();
    const { token, page } = await linkFor(id);
    assert.equal(page, '/invitation');
    const body = { token };
    const info = await openBrowser(node).send('POST', '/app/v1/links/read', { body });
    assert.deepEqual(
      [info.status, info.at('userName'), info.at('kind')],
      [200, userName, 'invitation'],
    );
    const weak = await redeem(token, 'short');
    assert.deepEqual([weak.status, weak.at('code')], [400, 'password-policy']);
    const answer = await redeem(token);
    assert.deepEqual([answer.status, answer.at('method')], [201, 'link'], answer.text);
    assert.equal((await openBrowser(node).signIn(userName, PASSWORD)).status, 201);
    for (const again of [token, `${token.slice(0, -1)}_`, 'x', 'acme.x']) {
      const refused = await redeem(again);
      assert.deepEqual([refused.status, refused.at('code')], [403, 'link-invalid']);
    }
    await node.services.refusals.flush();
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const refusals = lines.filter(({ result }) => result === 'refused');
    assert.deepEqual(
      refusals.map(({ action, detail }) => [action, Object(detail).reason, Object(detail).count]),
      [['session.begin', 'link-invalid', 2]],
      'those of this organisation are on its record',
    );
    const actions = lines.map(({ action, detail }) => `${action} ${Object(detail).method ?? ''}`);
    assert.ok(actions.includes('session.begin link') && actions.includes('user.create-link '));
    assert.equal((await linkFor(id)).page, '/reset-password');
    assert.ok(!node.logs.join('').includes(token));
  });

  test('of several who use one link at once, one gets in', async () => {
    const { id } = await provision();
    const { token } = await linkFor(id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(token)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 403, 403, 403]);
  });

  test('a newer link, 24 hours, a deactivation and another password each end a link', async () => {
    const { id } = await provision();
    const first = (await linkFor(id)).token;
    const second = (await linkFor(id)).token;
    assert.equal((await redeem(first)).status, 403);
    node.clock.advance(24 * HOUR);
    assert.equal((await redeem(second)).status, 403);
    const third = (await linkFor(id)).token;
    const patch = (active: boolean) =>
      node.request('PATCH', `/scim/v2/Users/${id}`, {
        body: { Operations: [{ op: 'replace', path: 'active', value: active }] },
        token: null,
        headers: {
          authorization: `Basic ${Buffer.from('admin:seven quiet harbours at dusk').toString('base64')}`,
        },
      });
    assert.equal((await patch(false)).status, 200);
    assert.equal((await redeem(third)).status, 403);
    const inactive = await admin.send('POST', `/app/v1/users/${id}/link`);
    assert.deepEqual([inactive.status, inactive.at('code')], [409, 'user-inactive']);
    assert.equal((await patch(true)).status, 200);
    assert.equal((await redeem(third)).status, 403, 'an old link never comes back');
  });
});
