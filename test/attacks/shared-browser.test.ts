// Changes that wait on a device are sent as the signed-in user. Between two requests of one round, another user can
// sign in with the same browser, and must not send them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';

const PASSWORD = 'eleven tame otters by the pier';

forEngineOrBoth('sqlite', (engine) => {
  describe('a browser that two people share', () => {
    let node: Instance;
    let annId: string;
    let bob: Browser;
    let templateId: string;
    before(async () => {
      node = await startInstance(engine);
      const admin = await adminBrowser(node);
      const add = async (userName: string) => {
        const body = { userName, password: PASSWORD };
        return String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
      };
      annId = await add('ann');
      await add('bob');
      bob = openBrowser(node);
      await bob.signIn('bob', PASSWORD);
      const { db, forms } = node.services;
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      templateId = await db.transaction(async (tx) => {
        const input = { name: 'Visit', definition: DEFINITION, openToAll: true };
        const { id } = await forms.createTemplate(tx, by, input);
        await forms.publishTemplate(tx, by, id);
        return id;
      });
    });
    after(() => node.close());

    test('sends nothing of the one as the other', async () => {
      const create = (headers: Readonly<Record<string, string>>) => {
        const body = { id: node.services.ids.next(), templateId };
        return bob.send('POST', '/app/v1/forms', { body, headers });
      };
      const asAnn = await create({ 'formstead-person': annId });
      assert.deepEqual([asAnn.status, asAnn.at('code')], [401, 'session-ended'], asAnn.text);
      const { reader } = node.services.db;
      assert.deepEqual(await reader.selectFrom('forms').select('id').execute(), []);
      const bobId = String((await bob.send('GET', '/app/v1/session')).at('user', 'id'));
      assert.equal((await create({ 'formstead-person': bobId })).status, 201);
    });
  });
});
