// What was kept before accounts had limits counts as what comes later does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectOff } from '#quotas/index.ts';
import { FILE_DEFINITION, JPEG } from '../../../test/support/attachments.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { quotas } from './20261124-quotas.ts';

forEachEngine((engine) => {
  test('files and exports that were here before are counted', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const form = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'T', definition: FILE_DEFINITION });
      await forms.publishTemplate(tx, by, made.id);
      return (await forms.createForm(tx, by, { templateId: made.id })).form;
    });
    const admin = await adminBrowser(node);
    const headers = { 'content-type': 'image/jpeg' };
    const path = `/app/v1/forms/${form.id}/attachments?field=photo&fileName=a`;
    assert.equal((await admin.send('POST', path, { body: JPEG, headers })).status, 201);
    const body = { kind: 'json', templateId: form.templateId };
    const asked = await admin.send('POST', '/app/v1/exports', { body });
    await waitUntil(async () => {
      const read = await admin.send('GET', `/app/v1/exports/${asked.at('id')}`);
      return read.at('state') === 'done';
    });
    const used = async () =>
      (await node.services.quotas.usage(db.reader, by.accountId)).fileBytes.used;
    const before = await used();
    assert.ok(before > JPEG.length);
    await db.transaction(async (tx) => {
      await tx.deleteFrom('counters').where('name', '=', 'fileBytes').execute();
      await tx.schema.dropTable('upload_days').execute();
      for (const column of ['quota_file_bytes', 'quota_forms']) {
        await tx.schema.alterTable('accounts').dropColumn(column).execute();
      }
      await quotas.up(tx);
    });
    assert.equal(await used(), before);
    assert.equal(await selectOff(db.reader, by.accountId, 'fileBytes'), 0);
  });
});
