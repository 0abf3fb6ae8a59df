import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const PATH = '/app/v1/account';
const SUNSET = '2031-01-01';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine, { env: { FORMSTEAD_BASIC_SUNSET: SUNSET } });
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  test('an admin reads and changes the settings of the account, all of them or none', async () => {
    const before = await admin.send('GET', PATH);
    assert.equal(before.status, 200, before.text);
    assert.deepEqual(
      [before.at('basicOffered'), before.at('basicSunset'), before.at('sessions')],
      [
        true,
        '2031-01-01T00:00:00.000Z',
        { idleSeconds: 1800, longestSeconds: 43_200, confirmedSeconds: 300 },
      ],
    );
    const refused = await admin.send('PATCH', PATH, {
      body: { name: 'Wrong', passwordMinLength: 7 },
    });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'passwordMinLength']);
    assert.deepEqual((await admin.send('GET', PATH)).body, before.body);
    const body = { name: 'Harbour', basicAllowed: false, passwordMinLength: 16 };
    const changed = await admin.send('PATCH', PATH, { body });
    assert.deepEqual(changed.body, { ...Object(before.body), ...body });
    assert.deepEqual((await admin.send('GET', PATH)).body, changed.body);
  });
});
