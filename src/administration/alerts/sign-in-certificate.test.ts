// A person who is told that a certificate ends has to find the connection by the letter alone.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { makeSamlKeys } from '../../../test/support/saml-answers.ts';
import { type SamlProvider, startSamlProvider } from '../../../test/support/saml-provider.ts';
import { connectSaml } from '../../../test/support/saml-sign-in.ts';
import { SSO_ENV } from '../../../test/support/sso-sign-in.ts';
import { sendAlerts } from './send-alerts.ts';

const DAY_MS = 86_400_000;
const ENGLISH = 'ada@people.example';
const GERMAN = 'grete@people.example';

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  let idp: SamlProvider;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: { ...SSO_ENV, ...mail.env } });
    idp = await startSamlProvider();
  });
  after(async () => {
    idp.close();
    await node.close();
    await mail.close();
  });

  const told = async (): Promise<void> => {
    const sources = {
      webhooks: async () => [],
      certificateEnd: () => undefined,
      damage: async () => undefined,
      usage: node.services.quotas.usage,
    };
    await sendAlerts(node.services, sources).run();
  };
  const change = async (admin: Browser, path: string, body: object) => {
    const changed = await admin.send('PATCH', path, { body });
    assert.equal(changed.status, 200, changed.text);
  };

  test('a certificate that ends is told by a letter in the language of each admin, which leads to the connection', async () => {
    const english = await adminBrowser(node);
    await change(english, `/app/v1/users/${node.account.userId}`, { email: ENGLISH });
    const emails = [{ value: GERMAN, primary: true }];
    const body = { userName: 'grete', emails, preferredLanguage: 'de' };
    const grete = await node.request('POST', '/scim/v2/Users', { body });
    await change(english, `/app/v1/users/${grete.at('id')}`, { role: 'admin' });
    idp.keys = [makeSamlKeys({ until: node.clock.now() + 20 * DAY_MS })];
    const id = await connectSaml(english, idp, { name: 'Acme <b>login</b>' });
    await told();
    await mail.waitFor(ENGLISH, 1);
    await mail.waitFor(GERMAN, 1);
    const letterTo = (email: string) => {
      const letters = mail.taken.filter(({ to }) => to.includes(email));
      assert.equal(letters.length, 1);
      return letters[0] ?? assert.fail();
    };
    const day = new Date(node.clock.now() + 20 * DAY_MS);
    const url = `${node.server.publicUrl}/settings/security?account=${node.account.accountCode}#${id}`;
    const { headers, text } = letterTo(ENGLISH);
    assert.match(headers, /^Subject: A certificate for signing in expires soon: Acme/m);
    assert.match(text, /identity provider “Acme <b>login<\/b>” expires on .* \(UTC\)/);
    assert.ok(text.includes(String(day.getUTCFullYear())), text);
    assert.match(text, /Create a new certificate there and add its metadata to the connection/);
    assert.match(text, /Fix it here:\r?\nhttps/);
    assert.ok(text.includes(url), url);
    const theirs = letterTo(GERMAN);
    assert.match(theirs.text, /Identity Providers „Acme <b>login<\/b>“ läuft ab: .* \(UTC\)/);
    assert.match(theirs.text, /Erstellen Sie dort ein neues Zertifikat/);
    assert.match(theirs.text, /Hier beheben Sie es:\r?\nhttps/);
    assert.ok(theirs.text.includes(url), url);
    await told();
    assert.equal(mail.taken.length, 2, 'once for each');
    // The day before, it is told once more.
    node.clock.advance(19.5 * DAY_MS);
    await told();
    await mail.waitFor(GERMAN, 2);
    await mail.waitFor(ENGLISH, 2);
  });
});
