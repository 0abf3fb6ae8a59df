// A user is deleted while something is created for them: either request may win, and neither fails unexpectedly.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const ROUNDS = 8;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const make = async (userName: string): Promise<string> => {
    const body = { userName, displayName: userName, password: PASSWORD };
    const made = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const remove = (id: string) => admin.send('DELETE', `/app/v1/users/${id}`);

  test('a link for somebody who is deleted is made before, or there is no such user', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await make(`link${round}`);
      const link = () => admin.send('POST', `/app/v1/users/${id}/link`, { body: {} });
      const [deleted, ...links] = await Promise.all([remove(id), link(), link(), link()]);
      assert.equal(deleted.status, 204, deleted.text);
      for (const { status, text } of links) assert.ok(status === 201 || status === 404, text);
    }
  });

  test('who is deleted while signing in is signed in before, or refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const userName = `ann${round}`;
      const id = await make(userName);
      const signIn = () =>
        openBrowser(node).send('POST', '/app/v1/session', {
          body: { userName, password: PASSWORD },
        });
      const before = Array.from({ length: 3 }, signIn);
      await new Promise((resolve) => setTimeout(resolve, 40 + 12 * round));
      assert.equal((await remove(id)).status, 204);
      for (const { status, text } of await Promise.all(before)) {
        assert.ok(status === 201 || status === 401, text);
      }
    }
  });
});
