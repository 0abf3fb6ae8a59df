import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../../test/support/browser.ts';
import { forEachEngine } from '../../../../test/support/engines.ts';
import { fresh, idOf, type Scim, startScim } from '../../../../test/support/scim.ts';
import { patch } from '../../../../test/support/scim-calls.ts';

forEachEngine((engine) => {
  let scim: Scim;
  let admin: Browser;
  before(async () => {
    scim = await startScim(engine);
    admin = await adminBrowser(scim.instance);
  });
  after(() => scim.close());

  const connect = async (attribute: string): Promise<string> => {
    const made = await admin.send('POST', '/app/v1/sso-connections', {
      body: {
        ...{ name: fresh('login'), issuer: 'https://idp.example', clientId: 'formstead' },
        ...{ clientSecret: 'a secret of two', claim: 'oid', attribute },
      },
    });
    assert.equal(made.status, 201, made.text);
    return `/app/v1/sso-connections/${made.at('id')}/duplicates`;
  };

  test('whoever connects an identity provider sees which users it could not tell apart', async () => {
    const keys = Array.from({ length: 5 }, (_, at) => `${at}-${fresh('00u')}`);
    const ids: string[][] = [];
    for (const [at, externalId] of keys.entries()) {
      const own: string[] = [];
      for (let i = 0; i <= at + 1; i += 1) {
        own.push(idOf(await scim.addUser({ externalId, displayName: `Bo ${i}` })));
      }
      ids.push(own);
    }
    const [pair = [], triple = []] = ids;
    const off = (id: string) =>
      patch(scim, `/Users/${id}`, { op: 'replace', path: 'active', value: false });
    await off(pair[0] ?? '');
    await off(triple[0] ?? '');
    await scim.addUser();
    await scim.addUser({ externalId: fresh('alone') });
    const path = await connect('externalId');
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await admin.send('GET', `${path}?limit=2&cursor=${cursor}`);
      assert.equal(page.status, 200, page.text);
      const items = page.at('items');
      assert.ok(Array.isArray(items));
      seen.push(...items);
      cursor = String(page.at('next') ?? '');
    } while (cursor !== '');
    const shown = seen.map((item) => {
      const { externalId, count, users } = Object(item);
      return [externalId, count, users.map((user: { id: string }) => user.id)];
    });
    // An inactive twin is no duplicate, and at most five users of each are named.
    assert.deepEqual(shown, [
      [keys[1], 2, triple.slice(1)],
      [keys[2], 4, ids[2]],
      [keys[3], 5, ids[3]],
      [keys[4], 6, ids[4]?.slice(0, 5)],
    ]);
    assert.equal(Object(seen[0]).users[0].displayName, 'Bo 1');
    const byName = await admin.send('GET', await connect('userName'));
    assert.deepEqual(byName.at('items'), []);
    const none = await admin.send('GET', '/app/v1/sso-connections/none/duplicates');
    assert.equal(none.status, 404);
  });
});
