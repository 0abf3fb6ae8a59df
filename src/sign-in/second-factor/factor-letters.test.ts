// Letters about a second factor or a passkey come in the language of the page on which it happened, unless their reader
// has chosen one.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addPasskey } from '../../../test/support/authenticator.ts';
import { type App, addApp } from '../../../test/support/authenticator-app.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { fresh } from '../../../test/support/scim.ts';

const PASSWORD = 'four green kettles in march';
const PAGES = { en: 'en', de: 'de-AT,en;q=0.5' } as const;
const ENDS = { en: /If this was not you/, de: /Waren Sie das nicht/ } as const;

interface Person {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly browser: Browser;
  readonly app: App;
}

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  /** Returns a browser whose page is in a language. */
  const pageIn = (language: keyof typeof PAGES): Browser => {
    const browser = openBrowser(node);
    const send: Browser['send'] = (method, path, call = {}) =>
      browser.send(method, path, { ...call, headers: { 'accept-language': PAGES[language] } });
    const signIn: Browser['signIn'] = (userName, password) =>
      send('POST', '/app/v1/session', { body: { userName, password } });
    return { ...browser, send, signIn };
  };
  const withApp = async (language: keyof typeof PAGES): Promise<Person> => {
    const userName = fresh('person');
    const email = `${userName}@people.test`;
    const body = { userName, email, role: 'member', password: PASSWORD };
    const made = await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    const browser = pageIn(language);
    assert.equal((await browser.signIn(userName, PASSWORD)).status, 201);
    const app = await addApp(browser, node);
    return { id: String(made.at('id')), userName, email, browser, app };
  };

  /** What a letter tells, and how it happens on a page. */
  const EVENTS: Readonly<
    Record<string, (person: Person, page: Browser) => Promise<{ readonly status: number }>>
  > = {
    'new recovery codes': ({ browser }) =>
      browser.send('POST', '/app/v1/me/second-factor/recovery-codes'),
    'a passkey': async ({ browser }) => {
      await addPasskey(browser, node.baseUrl);
      return { status: 201 };
    },
    'a recovery code that signed in': async ({ userName, app }, page) => {
      assert.equal((await page.signIn(userName, PASSWORD)).status, 202);
      return page.send('POST', '/app/v1/session/code', { body: { code: app.recoveryCodes[0] } });
    },
    'a recovery code that confirmed': ({ browser, app }) =>
      browser.send('POST', '/app/v1/session/confirm', {
        body: { password: PASSWORD, code: app.recoveryCodes[1] },
      }),
    'wrong codes': async ({ userName }, page) => {
      assert.equal((await page.signIn(userName, PASSWORD)).status, 202);
      const enter = () => page.send('POST', '/app/v1/session/code', { body: { code: '000000' } });
      for (let i = 0; i < 5; i += 1) assert.equal((await enter()).status, 401);
      return { status: 200 };
    },
    'a removed app': ({ browser }) => browser.send('DELETE', '/app/v1/me/second-factor'),
    'an app that an admin removed': async ({ id }, page) => {
      const name = `${node.account.accountCode}/admin`;
      assert.equal((await page.signIn(name, ADMIN_PASSWORD)).status, 201);
      return page.send('DELETE', `/app/v1/users/${id}/second-factor`);
    },
  };

  for (const language of ['de', 'en'] as const) {
    test(`letters about a second factor come in the language of a page in ${language}`, async () => {
      for (const [what, happen] of Object.entries(EVENTS)) {
        const person = await withApp(language);
        const answer = await happen(person, pageIn(language));
        assert.ok(answer.status < 300, `${what}: ${answer.status}`);
        // The first one tells that the app was set up.
        const letters = await mail.waitFor(person.email, 2);
        assert.equal(letters.length, 2, what);
        for (const { text } of letters) assert.match(text, ENDS[language], what);
      }
    });
  }

  test('a language that somebody has chosen goes before that of the page', async () => {
    const person = await withApp('en');
    const Operations = [{ op: 'replace', path: 'preferredLanguage', value: 'de' }];
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const changed = await node.request('PATCH', `/scim/v2/Users/${person.id}`, {
      body: { schemas, Operations },
    });
    assert.ok(changed.status < 300, changed.text);
    await addPasskey(person.browser, node.baseUrl);
    const letters = await mail.waitFor(person.email, 2);
    assert.match(letters.at(-1)?.text ?? '', ENDS.de);
  });
});
