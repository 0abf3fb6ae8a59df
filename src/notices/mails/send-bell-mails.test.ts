// A failing letter to one person does not stop the letters to others.
// Nightly: letters are sent one after another; mails.test.ts has the digest.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { sendBellMails } from './send-bell-mails.ts';

const HOUR_MS = 3_600_000;
/** One more than the quota of single letters to a person. */
const FORMS = 11;

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    admin = await adminBrowser(node);
    const { db, forms } = node.services;
    templateId = await db.transaction(async (tx) => {
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      const { id } = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      await forms.publishTemplate(tx, by, id);
      return id;
    });
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  /** Waits until both ends have settled the letters, before the clock moves on. */
  const settled = () =>
    waitUntil(async () => {
      const { reader } = node.services.db;
      const causes = await reader.selectFrom('bell_causes').select('id').execute();
      const mails = await reader.selectFrom('notices').select('id').execute();
      return causes.length + mails.length === 0;
    });

  test('whoever cannot be told for now is told later, and the others get their letters meanwhile', async () => {
    const { services } = node;
    const digests = sendBellMails(services);
    const people = ['first', 'second'].map((name) => ({
      userName: name,
      email: `${name}-${engine.name}@people.example`,
    }));
    const ids: string[] = [];
    for (const body of people) {
      const made = await admin.send('POST', '/app/v1/users', { body });
      assert.equal(made.status, 201, made.text);
      const id = String(made.at('id'));
      ids.push(id);
      for (let i = 0; i < FORMS; i += 1) {
        const form = { templateId, name: `Visit ${i}`, assignment: { type: 'User', id } };
        const given = await admin.send('POST', '/app/v1/forms', { body: form });
        assert.equal(given.status, 201, given.text);
        // Each is told before the next one comes, which would otherwise be in the same letter.
        await settled();
      }
      node.clock.advance(1000);
    }
    await settled();
    const write = (attributes: string) =>
      services.db.reader
        .updateTable('users')
        .set({ attributes })
        .where('id', '=', ids[0] ?? '')
        .returning('id')
        .execute();
    const { attributes } = await services.db.reader
      .selectFrom('users')
      .select('attributes')
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow();
    await write('{');
    node.clock.advance(HOUR_MS + 60_000);
    await digests.run();
    const lettersTo = (at: number) =>
      mail.taken.filter(({ to }) => to.includes(people[at]?.email ?? '')).length;
    await waitUntil(() => lettersTo(1) === FORMS);
    assert.equal(lettersTo(0), FORMS - 1);
    // Once the cause is repaired, nothing is lost.
    await write(attributes);
    node.clock.advance(HOUR_MS);
    await waitUntil(() => lettersTo(0) === FORMS);
  });

  test('who has left a group is not told of the forms that wait for it', async () => {
    // The session of before has ended with the hour.
    admin = await adminBrowser(node);
    const { services } = node;
    const digests = sendBellMails(services);
    const ok = async (method: string, path: string, body: object) => {
      const answer = await admin.send(method, path, { body });
      assert.ok(answer.status < 300, answer.text);
      return String(answer.at('id'));
    };
    const email = `third-${engine.name}@people.example`;
    const third = await ok('POST', '/app/v1/users', { userName: 'third', email });
    const group = await ok('POST', '/app/v1/groups', { displayName: 'Personnel' });
    await ok('POST', `/app/v1/groups/${group}/members`, { add: [third] });
    const assign = (i: number, type: string, id: string) =>
      ok('POST', '/app/v1/forms', { templateId, name: `Letter ${i}`, assignment: { type, id } });
    for (let i = 0; i < FORMS - 1; i += 1) {
      await assign(i, 'User', third);
      await settled();
    }
    await assign(98, 'Group', group);
    await assign(99, 'User', third);
    await settled();
    await ok('POST', `/app/v1/groups/${group}/members`, { remove: [third] });
    node.clock.advance(HOUR_MS + 60_000);
    await digests.run();
    const letters = () => mail.taken.filter(({ to }) => to.includes(email));
    await waitUntil(() => letters().length === FORMS);
    const last = letters().at(-1)?.raw ?? '';
    assert.match(last, /Letter 99/);
    assert.doesNotMatch(last, /Letter 98/);
  });
});
