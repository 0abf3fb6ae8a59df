// People in trouble at sign-in are told the same in English and in German: the answer has the sentence that the pages
// have under the key of its reason or code, and the pages show that key in either language.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addPasskey, createAuthenticator } from '../../test/support/authenticator.ts';
import { addApp } from '../../test/support/authenticator-app.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { keyOf, wordsFor } from '../../test/support/refusal-words.ts';
import { fresh } from '../../test/support/scim.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const PASSWORD = 'four green kettles in march';
const WRONG = 'five green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const addPerson = async (): Promise<{ readonly id: string; readonly userName: string }> => {
    const userName = fresh('person');
    const body = { userName, role: 'member', password: PASSWORD };
    const made = await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return { id: String(made.at('id')), userName };
  };
  const signedIn = async () => {
    const person = await addPerson();
    const browser = openBrowser(node);
    assert.equal((await browser.signIn(person.userName, PASSWORD)).status, 201);
    return { ...person, browser };
  };
  const withApp = async () => {
    const person = await signedIn();
    return { ...person, app: await addApp(person.browser, node) };
  };
  const enter = (browser: Browser, code: string) =>
    browser.send('POST', '/app/v1/session/code', { body: { code } });
  const wrongCodes = async (count: number): Promise<Answer> => {
    const { userName } = await withApp();
    const browser = openBrowser(node);
    assert.equal((await browser.signIn(userName, PASSWORD)).status, 202);
    for (let i = 1; i < count; i += 1) await enter(browser, '000000');
    return await enter(browser, '000000');
  };
  const ssoOnly = (isOn: boolean) =>
    node.services.db.transaction((tx) =>
      tx
        .updateTable('accounts')
        .set({ sso_only: isOn ? 1 : 0 })
        .where('id', '=', node.account.accountId)
        .execute(),
    );
  const whileSsoOnly = async (ask: () => Promise<Answer>): Promise<Answer> => {
    await ssoOnly(true);
    try {
      return await ask();
    } finally {
      await ssoOnly(false);
    }
  };
  const assertion = async (passkey: Awaited<ReturnType<typeof addPasskey>>) => {
    const begun = await openBrowser(node).send('POST', '/app/v1/passkeys/begin');
    const body = createAuthenticator(node.baseUrl).sign(passkey, String(begun.at('challenge')));
    return () => openBrowser(node).send('POST', '/app/v1/passkeys/sign-in', { body });
  };
  const unconfirmed = async () => {
    const person = await signedIn();
    node.clock.advance(6 * MINUTE);
    return person.browser;
  };
  const confirm = (browser: Browser, body: object) =>
    browser.send('POST', '/app/v1/session/confirm', { body });

  /** What may go wrong, the key of what is said, and how to get there. */
  const OUTCOMES: Readonly<Record<string, readonly [key: string, () => Promise<Answer>]>> = {
    'a wrong password': [
      'errors.sign-in-refused',
      async () => openBrowser(node).signIn((await addPerson()).userName, WRONG),
    ],
    'an unknown name': [
      'errors.sign-in-refused',
      () => openBrowser(node).signIn(fresh('nobody'), WRONG),
    ],
    'the right password after too many wrong ones': [
      'errors.sign-in-refused',
      async () => {
        const { userName } = await addPerson();
        for (let i = 0; i < 8; i += 1) await openBrowser(node).signIn(userName, WRONG);
        return await openBrowser(node).signIn(userName, PASSWORD);
      },
    ],
    'a password where only single sign-on counts': [
      'errorReasons.password-by-sso',
      async () => {
        const { userName } = await addPerson();
        const name = `${node.account.accountCode}/${userName}`;
        return await whileSsoOnly(() => openBrowser(node).signIn(name, PASSWORD));
      },
    ],
    'a passkey where only single sign-on counts': [
      'errors.sign-in-by-sso',
      async () => {
        const { browser } = await signedIn();
        return await whileSsoOnly(await assertion(await addPasskey(browser, node.baseUrl)));
      },
    ],
    'a passkey that was removed': [
      'errorReasons.passkey-unknown',
      async () => {
        const { browser } = await signedIn();
        const passkey = await addPasskey(browser, node.baseUrl);
        await browser.send('DELETE', `/app/v1/me/passkeys/${passkey.rowId}`);
        return await (await assertion(passkey))();
      },
    ],
    'a wrong code': ['errors.code-refused', () => wrongCodes(1)],
    'the last wrong code': ['errorReasons.last-try', () => wrongCodes(5)],
    'a code after too many wrong ones': ['errors.sign-in-step-ended', () => wrongCodes(6)],
    'a code that comes too late': [
      'errors.sign-in-step-ended',
      async () => {
        const { userName, app } = await withApp();
        const browser = openBrowser(node);
        await browser.signIn(userName, PASSWORD);
        node.clock.advance(6 * MINUTE);
        return await enter(browser, app.code());
      },
    ],
    'a link that does not count any more': [
      'errors.link-invalid',
      async () => {
        const admin = await adminBrowser(node);
        const { id } = await addPerson();
        const sent = await admin.send('POST', `/app/v1/users/${id}/link`);
        const token = String(sent.at('url')).split('#')[1] ?? '';
        await admin.send('POST', `/app/v1/users/${id}/link`);
        return await openBrowser(node).send('POST', '/app/v1/links/read', { body: { token } });
      },
    ],
    'no session': [
      'errors.session-missing',
      () => openBrowser(node).send('GET', '/app/v1/session'),
    ],
    'a session that has expired': [
      'errors.session-ended',
      async () => {
        const { browser } = await signedIn();
        node.clock.advance(400 * DAY);
        return await browser.send('GET', '/app/v1/session');
      },
    ],
    'an action that wants a confirmation': [
      'errors.confirmation-needed',
      async () => (await unconfirmed()).send('POST', '/app/v1/me/second-factor/begin'),
    ],
    'a wrong password as confirmation': [
      'errorReasons.password-wrong',
      async () => confirm(await unconfirmed(), { password: WRONG }),
    ],
    'a confirmation without the code': [
      'errors.confirmation-code-refused',
      async () => confirm((await withApp()).browser, { password: PASSWORD }),
    ],
    'a wrong first code of an app': [
      'errors.code-mismatch',
      async () => {
        const { browser } = await signedIn();
        const begun = await browser.send('POST', '/app/v1/me/second-factor/begin');
        const body = { offer: begun.at('offer'), code: '000000' };
        return await browser.send('POST', '/app/v1/me/second-factor', { body });
      },
    ],
    // This is the last one, because the second organisation stays.
    'a wrong password where several organisations are': [
      'errorReasons.several-organisations',
      async () => {
        await node.addAccount(fresh('Other'));
        return await openBrowser(node).signIn('admin', ADMIN_PASSWORD);
      },
    ],
  };

  for (const [what, [key, reach]] of Object.entries(OUTCOMES)) {
    test(`${what} is told the same on both pages and in the answer`, async () => {
      const answer = await reach();
      assert.ok(answer.status >= 400, `${answer.status} ${answer.text}`);
      assert.equal(keyOf(answer), key, answer.text);
      const [inEnglish, inGerman] = [wordsFor('en', answer), wordsFor('de', answer)];
      assert.equal(answer.at('detail'), inEnglish);
      assert.notEqual(inGerman, inEnglish);
      for (const text of [inEnglish, inGerman]) assert.doesNotMatch(text, /undefined/);
    });
  }
});
