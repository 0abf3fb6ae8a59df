// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import { patch } from '../../../test/support/scim-calls.ts';

const LOG = '/app/v1/provisioning/log';

forEachEngine((engine) => {
  let scim: Scim;
  let admin: Browser;
  before(async () => {
    scim = await startScim(engine);
    admin = await adminBrowser(scim.instance);
    const made = await admin.send('POST', '/app/v1/sso-connections', {
      body: {
        ...{ name: 'Acme login', issuer: 'https://idp.example', clientId: 'formstead' },
        ...{ clientSecret: 'a secret of two', claim: 'oid', attribute: 'externalId' },
      },
    });
    assert.equal(made.status, 201, made.text);
  });
  after(() => scim.close());

  /** Returns the entry of a refused request about a name, as the list and its own page show it. */
  const refused = async (name: string) => {
    for (let tries = 0; ; tries += 1) {
      const list = await admin.send('GET', `${LOG}?q=${encodeURIComponent(name)}&outcome=refused`);
      const id = list.at('items', 0, 'id');
      if (typeof id !== 'string') {
        assert.ok(tries < 100, `no entry: ${list.text}`);
        await sleep(100);
        continue;
      }
      const detail = await admin.send('GET', `${LOG}/${id}`);
      assert.deepEqual(detail.at('holder'), list.at('items', 0, 'holder'));
      return detail;
    }
  };

  test('the entry of a 409 names who has the value, and neither the answer nor a body does', async () => {
    const [userName, externalId] = [fresh('bo'), fresh('00u')];
    const id = idOf(await scim.addUser({ userName, externalId }));
    const holder = { id, resourceType: 'User', name: userName, active: true };
    const other = fresh('other');
    const byId = await scim.call('POST', '/Users', { body: { userName: other, externalId } });
    assert.equal(byId.status, 409);
    assert.ok(!byId.text.includes(id) && !byId.text.includes(userName), byId.text);
    const entry = await refused(other);
    assert.deepEqual([entry.at('code'), entry.at('holder')], ['value-taken', holder]);
    assert.ok(!String(entry.at('responseBody')).includes(id));

    await patch(scim, `/Users/${id}`, { op: 'replace', path: 'active', value: false });
    const byName = await scim.call('POST', '/Users', { body: { userName } });
    assert.equal(byName.status, 409);
    assert.ok(!byName.text.includes(id), byName.text);
    const clash = await refused(userName);
    const inactive = { ...holder, active: false };
    assert.deepEqual([clash.at('code'), clash.at('holder')], ['user-name-taken', inactive]);

    const renamed = idOf(await scim.addUser({ userName: fresh('renamed') }));
    const change = { op: 'replace', path: 'userName', value: userName };
    assert.equal((await patch(scim, `/Users/${renamed}`, change)).status, 409);
    const rename = await refused(renamed);
    assert.deepEqual(rename.at('holder'), inactive);

    await scim.call('DELETE', `/Users/${id}`);
    assert.equal((await refused(renamed)).at('holder'), undefined, 'nobody has it any more');
  });

  test('a break-glass user who has the name is named to the admins, and never over SCIM', async () => {
    const { account } = scim.instance;
    const answer = await scim.call('POST', '/Users', { body: { userName: 'admin' } });
    assert.equal(answer.status, 409);
    assert.ok(!answer.text.includes(account.userId));
    const entry = await refused('admin');
    assert.deepEqual(
      [entry.at('code'), entry.at('holder', 'id'), entry.at('holder', 'name')],
      ['break-glass-user', account.userId, 'admin'],
    );
  });

  test('a restored user is told from a created one', async () => {
    const [externalId, userName] = [fresh('00u'), fresh('bo')];
    const emails = [{ value: `${userName}@x.example`, type: 'work' }];
    const id = idOf(await scim.addUser({ userName, externalId, emails }));
    await patch(scim, `/Users/${id}`, { op: 'replace', path: 'active', value: false });
    const newName = fresh('bo.new');
    const again = await scim.call('POST', '/Users', {
      body: { userName: newName, externalId, emails },
    });
    assert.deepEqual([again.status, again.at('id')], [201, id], again.text);
    for (let tries = 0; ; tries += 1) {
      const list = await admin.send('GET', `${LOG}?q=${newName}`);
      const entry = list.at('items', 0, 'notes');
      if (entry === undefined && tries < 100) {
        await sleep(100);
        continue;
      }
      assert.deepEqual(entry, { restoredUsers: 1 }, list.text);
      break;
    }
  });
});
