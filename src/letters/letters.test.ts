// Mail to people, sent over TLS to a real mail server.
// Nightly: it waits for mails that come together.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FormActor } from '#form-basics/form.ts';
import { createSeal, type Seal } from '#kernel/seal.ts';
import { readMailTrouble } from '#mail-queue/index.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEngineOrBoth } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';

forEngineOrBoth('postgres', (engine) => {
  let mail: MailServer;
  let node: Instance;
  let browser: Browser;
  let by: FormActor;
  let templateId: string;
  let count = 0;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    browser = await adminBrowser(node);
    by = { ...node.account, role: 'admin', via: 'api' };
    const { db, forms } = node.services;
    templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  const addPerson = async (more: object = {}): Promise<{ id: string; email: string }> => {
    count += 1;
    const email = `${engine.name}${count}@people.example`;
    const emails = [{ value: email, primary: true }];
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `${engine.name}${count}`,
      displayName: 'Ada',
      emails,
      ...more,
    };
    const answer = await node.request('POST', '/scim/v2/Users', { body });
    return { id: String(answer.at('id')), email };
  };
  const addGroup = async (ids: readonly string[]): Promise<string> => {
    count += 1;
    const members = ids.map((value) => ({ value }));
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    const body = { schemas, displayName: `North ${count}`, members };
    const answer = await node.request('POST', '/scim/v2/Groups', { body });
    return String(answer.at('id'));
  };
  const give = (type: 'User' | 'Group', id: string, name = 'Roof') => {
    const { db, forms } = node.services;
    const assignment = { type, id } as const;
    return db.transaction(
      async (tx) => (await forms.createForm(tx, by, { templateId, assignment, name })).form.id,
    );
  };
  const waiting = () => node.services.db.reader.selectFrom('notices').selectAll().execute();
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (let waited = 0; waited < 15_000; waited += 25) {
      if (await isTrue()) return;
      await setTimeout(25);
    }
    assert.fail('it did not happen within 15 seconds');
  };
  const isEmpty = () =>
    until(async () => {
      const causes = await node.services.db.reader.selectFrom('bell_causes').select('id').execute();
      return causes.length + (await waiting()).length === 0;
    });

  test('who is handed a form hears of it at once, in the own language, and only who does', async () => {
    const ada = await addPerson();
    const eva = await addPerson({ displayName: 'Eva', preferredLanguage: 'de-AT' });
    const formId = await give('User', ada.id, 'Roof\r\nBcc: all@people.example');
    const [english] = await mail.waitFor(ada.email);
    assert.match(
      english?.headers ?? '',
      /^subject: A form for you: Roof Bcc: all @ people\. example$/im,
    );
    assert.deepEqual(english?.to, [ada.email]);
    assert.match(english?.text ?? '', new RegExp(`${node.baseUrl}/forms/${formId}`));
    await give('User', eva.id);
    const [german] = await mail.waitFor(eva.email);
    assert.match(german?.text ?? '', /Guten Tag, Eva,[\s\S]*Ihnen das Formular „Roof“/);
    const before = mail.taken.length;
    await give('User', by.userId);
    await isEmpty();
    assert.equal(mail.taken.length, before);
  });

  test('of a group each person is told, nested ones too, once, and who has no address or is away is passed over', async () => {
    const [ada, eva] = [await addPerson(), await addPerson()];
    const gone = await addPerson({ active: false });
    const silent = await addPerson({ emails: [] });
    const odd = await addPerson({ emails: [{ value: 'a@people.example, b@people.example' }] });
    const inner = await addGroup([eva.id, ada.id]);
    const outer = await addGroup([inner, ada.id, gone.id, silent.id, odd.id]);
    const before = mail.taken.length;
    await give('Group', outer);
    await mail.waitFor(ada.email);
    await mail.waitFor(eva.email);
    await isEmpty();
    assert.deepEqual(
      mail.taken
        .slice(before)
        .flatMap(({ to }) => to)
        .toSorted(),
      [ada.email, eva.email].toSorted(),
    );
    assert.match(mail.taken.at(-1)?.text ?? '', /to your group “North \d+”/);
  });

  test('an invitation names the user name and where to sign in, and local people choose the language of their mail', async () => {
    const email = `${engine.name}-lin@people.example`;
    const userName = `lin.${engine.name}`;
    const body = { userName, displayName: 'Lin', email };
    browser = await adminBrowser(node);
    const id = String((await browser.send('POST', '/app/v1/users', { body })).at('id'));
    const invite = () => browser.send('POST', `/app/v1/users/${id}/link`, { body: { send: true } });
    assert.equal((await invite()).status, 201);
    const [invitation] = await mail.waitFor(email);
    assert.match(invitation?.text ?? '', new RegExp(`Your user name: lin\\.${engine.name}\\r?\\n`));
    assert.match(invitation?.text ?? '', /sign-in\?account=acme/);
    const token = /#(\S+)/.exec(invitation?.text ?? '')?.[1];
    const lin = openBrowser(node);
    const password = 'four green kettles in march';
    assert.equal(
      (await lin.send('POST', '/app/v1/links/redeem', { body: { token, password } })).status,
      201,
    );
    assert.equal((await lin.send('GET', '/app/v1/session')).at('user', 'language'), undefined);
    const chosen = await lin.send('PATCH', '/app/v1/me', { body: { language: 'de' } });
    assert.deepEqual([chosen.status, chosen.at('language')], [200, 'de'], chosen.text);
    assert.equal((await lin.send('GET', '/app/v1/session')).at('user', 'language'), 'de');
    const foreign = await lin.send('PATCH', '/app/v1/me', { body: { language: 'fr' } });
    assert.deepEqual([foreign.status, foreign.at('at')], [400, 'language']);
    await give('User', id);
    const [, german] = await mail.waitFor(email, 2);
    assert.match(german?.text ?? '', /Guten Tag, Lin,/);

    const ada = await addPerson({ preferredLanguage: 'de-AT' });
    const link = await browser.send('POST', `/app/v1/users/${ada.id}/link`, { body: {} });
    const [, own] = String(link.at('url')).split('#');
    const hers = openBrowser(node);
    await hers.send('POST', '/app/v1/links/redeem', { body: { token: own, password } });
    const refused = await hers.send('PATCH', '/app/v1/me', { body: { language: 'en' } });
    assert.deepEqual([refused.status, refused.at('code')], [409, 'provisioned-field']);
    assert.equal((await hers.send('GET', '/app/v1/me')).at('language'), 'de');
  });

  test('nobody is told of an assignment that was undone, or that no longer holds', async () => {
    const ada = await addPerson();
    const { db, forms } = node.services;
    await assert.rejects(
      db.transaction(async (tx) => {
        const assignment = { type: 'User', id: ada.id } as const;
        await forms.createForm(tx, by, { templateId, assignment });
        throw new Error('undone');
      }),
    );
    mail.answer(451);
    const formId = await give('User', ada.id);
    await until(async () => mail.refused() > 0);
    await db.transaction((tx) => forms.removeForm(tx, by, formId));
    mail.answer(250);
    node.clock.advance(60_000);
    await isEmpty();
    assert.equal(mail.taken.filter(({ to }) => to.includes(ada.email)).length, 0);
  });

  test('a link is sent when the admin says so: shown to nobody, sealed while it waits, and it works', async () => {
    const ada = await addPerson();
    mail.answer(451);
    const refused = mail.refused();
    const path = `/app/v1/users/${ada.id}/link`;
    browser = await adminBrowser(node);
    const made = await browser.send('POST', path, { body: { send: true } });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.at('url'), undefined);
    assert.equal(made.at('sentTo'), ada.email);
    await until(async () => mail.refused() > refused);
    assert.doesNotMatch(JSON.stringify(await waiting()), /invitation#|people\.example/);
    mail.answer(250);
    node.clock.advance(60_000);
    const [letter] = await mail.waitFor(ada.email);
    const token = /\/invitation#(\S+)/.exec(letter?.text ?? '')?.[1];
    const body = { token };
    const read = await browser.send('POST', '/app/v1/links/read', { body });
    assert.equal(read.at('kind'), 'invitation');
    await isEmpty();
    assert.ok(token && !node.logs.join('\n').includes(token));
    const audit = await browser.send('GET', '/app/v1/audit-events?action=user.create-link');
    assert.ok(token && !audit.text.includes(token));
    const silent = await addPerson({ emails: [] });
    const none = await browser.send('POST', `/app/v1/users/${silent.id}/link`, {
      body: { send: true },
    });
    assert.equal(none.at('code'), 'no-email');
  });

  test('what a mail server never takes is given up and on record; what it does not take for now is not', async () => {
    const ada = await addPerson();
    mail.answer(550);
    await give('User', ada.id);
    await isEmpty();
    const found = await browser.send('GET', '/app/v1/audit-events?action=mail.give-up');
    assert.match(found.text, /550/);
    mail.answer(451);
    const before = mail.refused();
    await give('User', ada.id);
    // The delay starts when the refusal is stored.
    await until(async () => (await waiting()).some(({ attempts }) => attempts > 0));
    assert.ok(mail.refused() > before);
    assert.equal((await waiting()).length, 1);
    mail.answer(250);
    node.clock.advance(60_000);
    await mail.waitFor(ada.email);
  });

  test('while a mail server refuses the sender, every letter waits, and admins are told', async () => {
    const ada = await addPerson();
    mail.answerSender(530);
    await give('User', ada.id);
    await until(async () => (await waiting()).some((one) => one.attempts > 0));
    assert.equal((await waiting()).length, 1);
    const trouble = await readMailTrouble(node.services.db.reader);
    assert.match(trouble?.codes ?? '', /MAIL FROM, 530/);
    mail.answerSender(250);
    node.clock.advance(60_000);
    await mail.waitFor(ada.email);
    await isEmpty();
    assert.equal(await readMailTrouble(node.services.db.reader), undefined);
  });

  test('what was sealed with a master key that is not here yet waits, and is sent once it can be read', async () => {
    const { email } = await addPerson();
    const { db, seal } = node.services;
    const { accountId } = node.account;
    const letter = { to: email, subject: 'Hello', text: 'A letter.' };
    const sealedWith = (by: Seal): string =>
      by.seal(`notice ${accountId} early`, JSON.stringify({ letter }));
    const row = {
      account_id: accountId,
      id: 'early',
      kind: 'test',
      content: sealedWith(createSeal(Buffer.alloc(32, 'another'))),
      next_at: node.clock.now(),
      expires_at: node.clock.now() + 86_400_000,
      attempts: 0,
      claimed_until: null,
    };
    await db.reader.insertInto('notices').values(row).execute();
    await until(async () => (await waiting()).some(({ attempts }) => attempts > 0));
    const given = await browser.send('GET', '/app/v1/audit-events?action=mail.give-up');
    assert.doesNotMatch(given.text, /another master key/);
    const here = { ...row, content: sealedWith(seal), next_at: node.clock.now() + 60_000 };
    await db.reader.deleteFrom('notices').execute();
    await db.reader.insertInto('notices').values(here).execute();
    node.clock.advance(60_000);
    await mail.waitFor(email);
    await isEmpty();
  });

  test('an admin can try whether mail arrives, and hears why not', async () => {
    const path = '/app/v1/mail/test';
    browser = await adminBrowser(node);
    const own = `/app/v1/users/${by.userId}`;
    const changed = await browser.send('PATCH', own, { body: { email: 'admin@people.example' } });
    assert.equal(changed.status, 200, changed.text);
    const sent = await browser.send('POST', path);
    assert.equal(sent.at('sentTo'), 'admin@people.example', sent.text);
    assert.equal((await mail.waitFor('admin@people.example')).length, 1);
    mail.answer(554);
    const refused = await browser.send('POST', path);
    mail.answer(250);
    assert.equal(refused.at('code'), 'mail-refused');
    assert.match(String(refused.at('detail')), /554/);
  });

  test('without a mail server nothing waits, nothing is offered, and who asks is told why', async () => {
    const bare = await startInstance(engine);
    try {
      const web = await adminBrowser(bare);
      assert.equal((await web.send('GET', '/app/v1/account')).at('mailOffered'), false);
      assert.equal((await web.send('POST', '/app/v1/mail/test')).at('code'), 'mail-off');
      const path = `/app/v1/users/${bare.account.userId}/link`;
      const answer = await web.send('POST', path, { body: { send: true } });
      assert.equal(answer.at('code'), 'mail-off');
      assert.match(String((await web.send('POST', path)).at('url')), /^https:/);
    } finally {
      await bare.close();
    }
  });
});
