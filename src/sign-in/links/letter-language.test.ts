import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { fresh } from '../../../test/support/scim.ts';

const PASSWORD = 'four green kettles in march';
const GERMAN = { 'accept-language': 'fr,de-AT;q=0.8,en;q=0.5' };

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  let admin: Browser;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    admin = await adminBrowser(node);
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  const person = async (more: object) => {
    const userName = fresh();
    const email = `${userName}@people.test`;
    const body = { userName, email, password: PASSWORD, ...more };
    const made = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return { id: String(made.at('id')), userName, email };
  };
  const textTo = async (email: string): Promise<string> =>
    (await mail.waitFor(email)).at(-1)?.text ?? '';

  test('a link that somebody asked for comes in the language of the page, unless they have chosen one', async () => {
    const asked = async (headers: Record<string, string>, chosen?: string) => {
      const { id, userName, email } = await person({});
      if (chosen !== undefined) {
        const Operations = [{ op: 'replace', path: 'preferredLanguage', value: chosen }];
        const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
        const body = { schemas, Operations };
        const changed = await node.request('PATCH', `/scim/v2/Users/${id}`, { body });
        assert.ok(changed.status < 300, changed.text);
      }
      const request = { body: { userName }, headers };
      const answer = await openBrowser(node).send('POST', '/app/v1/links/request', request);
      assert.equal(answer.status, 202);
      await node.services.linkRequests.flush();
      return textTo(email);
    };
    assert.match(await asked(GERMAN), /Ihr Benutzername/);
    assert.match(await asked({}), /Your user name/);
    assert.match(await asked(GERMAN, 'en'), /Your user name/);
    assert.match(await asked({}, 'de'), /Ihr Benutzername/);
  });

  test('an invitation comes in the language of the page of the admin who sends it', async () => {
    const { id, email } = await person({ password: undefined });
    const path = `/app/v1/users/${id}/link`;
    const sent = await admin.send('POST', path, { body: { send: true }, headers: GERMAN });
    assert.equal(sent.status, 201, sent.text);
    assert.match(await textTo(email), /Wählen Sie hier Ihr Passwort/);
  });
});
