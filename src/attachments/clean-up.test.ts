import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_DEFINITION, PNG } from '../../test/support/attachments.ts';
import { adminBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { startInstance } from '../../test/support/instance.ts';
import { removeUnnamed } from './clean-up.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  test('a form whose answers can not be read keeps the files of no other form', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, files, clock } = node.services;
    const admin = await adminBrowser(node);
    const send = async (path: string, sent: object) => {
      const answer = await admin.send('POST', `/app/v1${path}`, sent);
      assert.ok(answer.status < 300, answer.text);
      return String(answer.at('id'));
    };
    const templateId = await send('/templates', {
      body: { name: 'Visit', definition: FILE_DEFINITION },
    });
    await send(`/templates/${templateId}/publish`, { body: {} });
    const formWithFile = async () => {
      const id = await send('/forms', { body: { templateId, name: 'Visit' } });
      const headers = { 'content-type': 'image/png' };
      const path = `/forms/${id}/attachments?field=photo&fileName=site.png`;
      await send(path, { body: PNG, headers });
      return id;
    };
    const [broken, sound] = [await formWithFile(), await formWithFile()];
    await db.reader.updateTable('forms').set({ answers: '{' }).where('id', '=', broken).execute();
    const round = () =>
      removeUnnamed({ db, files, clock: { now: () => clock.now() + DAY_MS + 60_000 } });
    await assert.rejects(round(), /The files of 1 form were not checked/);
    const left = await db.reader.selectFrom('attachments').select('form_id').execute();
    assert.deepEqual(left, [{ form_id: broken }]);
    assert.notEqual(sound, broken);
    await round();
  });

  test('a file that is sent again has another day, and can be sent anew once it is gone', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, files, forms, ids, clock } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const form = await db.transaction(async (tx) => {
      const input = { name: 'Visit', definition: FILE_DEFINITION };
      const { id: templateId } = await forms.createTemplate(tx, by, input);
      await forms.publishTemplate(tx, by, templateId);
      return (await forms.createForm(tx, by, { templateId })).form;
    });
    const id = ids.next();
    const upload = async () => {
      const path = `/app/v1/forms/${form.id}/attachments?field=photo&fileName=site.png&id=${id}`;
      const headers = { 'content-type': 'image/png' };
      // The session of the day before has ended.
      const admin = await adminBrowser(node);
      return (await admin.send('POST', path, { body: PNG, headers })).status;
    };
    const leftAfter = async (ms: number) => {
      await removeUnnamed({ db, files, clock: { now: () => clock.now() + ms } });
      return (await db.reader.selectFrom('attachments').select('id').execute()).length;
    };
    assert.equal(await upload(), 201);
    node.clock.advance(DAY_MS - 60_000);
    assert.equal(await upload(), 200);
    assert.equal(await leftAfter(DAY_MS - 60_000), 1);
    assert.equal(await leftAfter(DAY_MS + 60_000), 0);
    assert.equal(await upload(), 201);
    assert.equal(await leftAfter(0), 1);
  });
});
