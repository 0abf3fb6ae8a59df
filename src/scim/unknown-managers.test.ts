import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { codeOf } from '../../test/support/error-code.ts';
import {
  assertScimError,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../test/support/scim.ts';
import { resultsOf, sendBulk } from '../../test/support/scim-bulk.ts';
import { idsBy, patch } from '../../test/support/scim-calls.ts';

const SETTINGS = '/app/v1/provisioning';
const STRICT = { prefer: 'handling=strict' };

forEachEngine((engine) => {
  let scim: Scim;
  let admin: Browser;
  before(async () => {
    scim = await startScim(engine);
    admin = await adminBrowser(scim.instance);
  });
  after(() => scim.close());

  const managedBy = (value: unknown) => ({ [ENTERPRISE]: { manager: { value } } });
  const managerOf = async (id: string) => {
    const one = (await scim.get(`/Users/${id}`)).at(ENTERPRISE, 'manager');
    // The list shows the same. It has two users, so that they are read together.
    const other = idOf(await scim.addUser());
    const filter = encodeURIComponent(`id eq "${id}" or id eq "${other}"`);
    const list = await scim.get(`/Users?filter=${filter}`);
    const listed = list.at('Resources');
    assert.ok(Array.isArray(listed));
    const found = listed.find((user) => Object(user).id === id);
    assert.deepEqual(Object(found)[ENTERPRISE]?.manager, one);
    return one;
  };
  const shown = (value: string, id: string, displayName?: string) => ({
    value,
    ...(displayName !== undefined && { displayName }),
    $ref: `${scim.base}/Users/${id}`,
  });

  test('7643-4.3-02 7643-4.3-03 a user comes before the manager; value stays as sent, and the rest appears with the manager', async () => {
    const key = fresh('HR-7001');
    const made = await scim.addUser(managedBy(key));
    const id = idOf(made);
    assert.deepEqual(made.at(ENTERPRISE, 'manager'), { value: key });
    assert.equal(made.headers['formstead-unknown-managers'], '1');
    const path = `${ENTERPRISE}:manager`;
    for (const [op, value] of [
      ['add', key],
      ['replace', { value: key }],
      ['Replace', [{ value: key, $ref: null }]],
    ] as const) {
      const answer = await patch(scim, `/Users/${id}`, { op, path, value });
      assert.deepEqual(answer.at(ENTERPRISE, 'manager'), { value: key }, answer.text);
    }
    const userName = made.at('userName');
    const put = await scim.call('PUT', `/Users/${id}`, { body: { userName, ...managedBy(key) } });
    assert.deepEqual(put.at(ENTERPRISE, 'manager'), { value: key });

    const before = await scim.get(`/Users/${id}`);
    const boss = idOf(await scim.addUser({ externalId: key, displayName: 'Boss' }));
    assert.deepEqual(await managerOf(id), shown(key, boss, 'Boss'));
    const after = await scim.get(`/Users/${id}`);
    assert.notEqual(etagOf(after), etagOf(before));
    assert.equal(after.at('meta', 'lastModified'), before.at('meta', 'lastModified'));
    assert.deepEqual(await idsBy(scim, '/Users', `manager eq "${key}"`), [id]);
    assert.deepEqual(await idsBy(scim, '/Users', `manager eq "${boss}"`), [], 'the text counts');
    const ref = `${path}.$ref eq "${scim.base}/Users/${boss}"`;
    assert.deepEqual(await idsBy(scim, '/Users', ref), [id]);

    const second = idOf(await scim.addUser({ externalId: key }));
    assert.deepEqual(await managerOf(id), { value: key }, 'two of them are nobody');
    await scim.call('DELETE', `/Users/${second}`);
    assert.deepEqual(await managerOf(id), shown(key, boss, 'Boss'));
    await patch(scim, `/Users/${boss}`, { op: 'replace', path: 'externalId', value: fresh() });
    assert.deepEqual(await managerOf(id), { value: key });
    await patch(scim, `/Users/${id}`, { op: 'replace', path, value: boss });
    assert.deepEqual(await managerOf(id), shown(boss, boss, 'Boss'));
    await scim.call('DELETE', `/Users/${boss}`);
    assert.deepEqual(await managerOf(id), { value: boss });
  });

  test('a user name or an e-mail address is enough where the account says so, and gives nobody rights', async () => {
    const userName = fresh('Lead');
    const email = `${fresh('lead')}@example.com`;
    const lead = idOf(
      await scim.addUser({ userName, displayName: 'Lead', emails: [{ value: email }] }),
    );
    const ids = [
      idOf(await scim.addUser(managedBy(userName.toUpperCase()))),
      idOf(await scim.addUser(managedBy(email))),
    ];
    assert.deepEqual(await managerOf(ids[0] ?? ''), { value: userName.toUpperCase() });
    const set = async (managersByName: boolean) => {
      const answer = await admin.send('PATCH', SETTINGS, { body: { managersByName } });
      assert.equal(answer.at('managersByName'), managersByName, answer.text);
    };
    await set(true);
    try {
      for (const [i, value] of [userName.toUpperCase(), email].entries()) {
        assert.deepEqual(await managerOf(ids[i] ?? ''), shown(value, lead, 'Lead'));
      }
      await scim.addUser({ emails: [{ value: email }] });
      assert.deepEqual(await managerOf(ids[1] ?? ''), { value: email }, 'two have it');
      const found = await scim.instance.services.directory.readUser(
        scim.instance.services.db.reader,
        scim.instance.account.accountId,
        lead,
        'all',
      );
      assert.deepEqual([found?.role, found?.groups], ['member', []]);
    } finally {
      await set(false);
    }
  });

  test('circles do no harm, and Bulk takes an unknown manager too', async () => {
    const [a, b] = [fresh('a'), fresh('b')];
    const one = idOf(await scim.addUser({ externalId: a, ...managedBy(b) }));
    const two = idOf(await scim.addUser({ externalId: b, ...managedBy(a) }));
    const own = fresh('own');
    const self = idOf(await scim.addUser({ externalId: own, ...managedBy(own) }));
    assert.deepEqual(await managerOf(one), shown(b, two));
    assert.deepEqual(await managerOf(two), shown(a, one));
    assert.deepEqual(await managerOf(self), shown(own, self));
    const data = { userName: fresh(), ...managedBy(fresh('late')) };
    const bulk = await sendBulk(scim, [{ method: 'POST', path: '/Users', bulkId: 'u', data }]);
    assert.equal(resultsOf(bulk)[0]?.status, '201', bulk.text);
    assert.equal(bulk.headers['formstead-unknown-managers'], '1');
  });

  test('a strict client hears that nobody knows the manager, and nothing is written', async () => {
    const key = fresh('nobody');
    const user = await scim.addUser();
    const path = `/Users/${idOf(user)}`;
    const userName = user.at('userName');
    const operation = { op: 'add', path: `${ENTERPRISE}:manager`, value: key };
    for (const answer of [
      await scim.call('POST', '/Users', {
        body: { userName: fresh(), ...managedBy(key) },
        headers: STRICT,
      }),
      await scim.call('PUT', path, { body: { userName, ...managedBy(key) }, headers: STRICT }),
      await scim.call('PATCH', path, { body: { Operations: [operation] }, headers: STRICT }),
    ]) {
      assertScimError(answer, 400, 'invalidValue');
      assert.equal(codeOf(answer), 'unknown-manager');
      assert.ok(String(answer.at('detail')).includes(key), answer.text);
    }
    assert.deepEqual((await scim.get(path)).body, user.body);
  });

  test('the provisioning log says that the manager is not known yet', async () => {
    const id = idOf(await scim.addUser(managedBy(fresh('late'))));
    for (let tries = 0; ; tries += 1) {
      const item = (await admin.send('GET', `${SETTINGS}/log?q=${id}`)).at('items', 0);
      if (item === undefined && tries < 50) {
        await sleep(100);
        continue;
      }
      const { notes, detail, outcome } = Object(item);
      assert.deepEqual([notes, outcome], [{ unknownManagers: 1 }, 'ok']);
      assert.match(detail, /^Manager not known yet: 1\.$/);
      return;
    }
  });
});
