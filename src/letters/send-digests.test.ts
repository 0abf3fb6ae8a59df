// A failing letter to one person does not stop the letters to others.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { sendDigests } from './send-digests.ts';

const HOUR_MS = 3_600_000;
/** One more than the quota of single letters to a person. */
const FORMS = 11;

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

  test('who waits longest and cannot be told is told of as a failure, and the others get their letters', async () => {
    const { services } = node;
    const digests = sendDigests({ ...services, publicUrl: () => node.baseUrl });
    const templateId = await services.db.transaction(async (tx) => {
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      const { id } = await services.forms.createTemplate(tx, by, {
        name: 'Visit',
        definition: DEFINITION,
      });
      await services.forms.publishTemplate(tx, by, id);
      return id;
    });
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
      }
      node.clock.advance(1000);
    }
    // Waits until both ends have settled the letters, before the clock moves on.
    await waitUntil(
      async () =>
        (await services.db.reader.selectFrom('notices').select('id').execute()).length === 0,
    );
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
    await assert.rejects(digests.run(), /1 people were not told of their forms/);
    const lettersTo = (at: number) =>
      mail.taken.filter(({ to }) => to.includes(people[at]?.email ?? '')).length;
    await waitUntil(() => lettersTo(1) === FORMS);
    assert.equal(lettersTo(0), FORMS - 1);
    // Once the cause is repaired, nothing is lost.
    await write(attributes);
    await digests.run();
    await waitUntil(() => lettersTo(0) === FORMS);
  });
});
