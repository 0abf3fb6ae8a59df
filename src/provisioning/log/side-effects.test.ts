// What the provisioning log says of a request beside its outcome: the name before a rename, and what was left out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { fresh, idOf, PATCH_OP, type Scim, startScim } from '../../../test/support/scim.ts';
import type { LogItem } from './log.shapes.ts';

const LOG = '/app/v1/provisioning/log';

forEachEngine((engine) => {
  let scim: Scim;
  let browser: Browser;
  before(async () => {
    scim = await startScim(engine);
    browser = await adminBrowser(scim.instance);
  });
  after(() => scim.close());

  /** Returns what a search finds, once it finds as much as wanted. */
  async function found(q: string, count: number): Promise<readonly LogItem[]> {
    for (let tries = 0; ; tries += 1) {
      const answer = await browser.send('GET', `${LOG}?q=${encodeURIComponent(q)}`);
      assert.equal(answer.status, 200, answer.text);
      const { items } = answer.body as { items: readonly LogItem[] };
      if (items.length >= count || tries > 50) return items;
      await sleep(100);
    }
  }
  const patch = (path: string, ...Operations: readonly object[]) =>
    scim.call('PATCH', path, { body: { schemas: [PATCH_OP], Operations } });

  test("a user that Entra deletes softly is found on the log under the name before, also once it's gone", async () => {
    const userName = fresh('ada');
    const path = `/Users/${idOf(await scim.addUser({ userName }))}`;
    const renamed = `8f4e2c${fresh('0')}${userName}`;
    const softly = await patch(
      path,
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Replace', path: 'userName', value: renamed },
    );
    assert.equal(softly.status, 200, softly.text);
    assert.equal((await scim.call('DELETE', path)).status, 204);

    const items = await found(userName.toUpperCase(), 3);
    assert.deepEqual(
      items.map(({ method, resourceName }) => [method, resourceName]),
      [
        ['DELETE', renamed],
        ['PATCH', renamed],
        ['POST', userName],
      ],
    );
    const detail = await browser.send('GET', `${LOG}/${items[1]?.id}`);
    assert.equal(detail.at('nameBefore'), userName);
    assert.ok(!scim.instance.logs.some((line) => line.includes(userName)));
  });

  test('a group that was renamed is found under both of its names', async () => {
    const [displayName, renamed] = [fresh('Harbour'), fresh('Quay')];
    const path = `/Groups/${idOf(await scim.addGroup({ displayName }))}`;
    const put = await scim.call('PUT', path, { body: { displayName: renamed } });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual((await found(displayName, 2)).length, 2);
    assert.deepEqual((await found(renamed, 1)).length, 1);
  });

  test('a certificate that can not be read costs no user, and a line of the log says that it was dropped', async () => {
    const userName = fresh('ann');
    const x509Certificates = [{ value: 'no certificate', type: 'work' }, { value: 'MAL7_w' }];
    const made = await scim.addUser({ userName, x509Certificates });
    assert.deepEqual(made.at('x509Certificates'), [{ value: 'MAL7/w==' }]);
    const [item] = await found(userName, 1);
    assert.deepEqual(item?.notes, { droppedCertificates: 1 });
    assert.match(item?.detail ?? '', /^Values dropped, because they are no certificate: 1\.$/);
  });
});
