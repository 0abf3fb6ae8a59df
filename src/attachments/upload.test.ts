// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Transaction } from '#db/database.ts';
import { FILE_DEFINITION, PNG } from '../../test/support/attachments.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { startInstance } from '../../test/support/instance.ts';
import { findAttachment } from './attachment.store.ts';
import { uploadAttachment } from './upload.ts';
import { uploadsTo } from './upload-target.ts';

forEachEngine((engine) => {
  test('a file whose row was stored keeps its bytes, also when the storage never said so', async () => {
    const node = await startInstance(engine);
    try {
      const { db, forms, files, ids } = node.services;
      const by = { ...node.account, role: 'admin', via: 'api' } as const;
      const form = await db.transaction(async (tx) => {
        const input = { name: 'Visit', definition: FILE_DEFINITION };
        const { id: templateId } = await forms.createTemplate(tx, by, input);
        await forms.publishTemplate(tx, by, templateId);
        return (await forms.createForm(tx, by, { templateId })).form;
      });
      const transaction: Transaction = async (work) => {
        await db.transaction(work);
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' });
      };
      const id = ids.next();
      const upload = (on: typeof db) =>
        uploadAttachment(
          { ...node.services, db: on, publicUrl: () => node.baseUrl },
          { ...by, accountCode: 'acme' },
          {
            formId: form.id,
            id,
            field: 'photo',
            fileName: 'site.png',
            type: 'image/png',
            length: PNG.length,
            bytes: (async function* () {
              yield PNG;
            })(),
          },
          uploadsTo(node.services, by, form.id, 'photo'),
        );
      await assert.rejects(upload({ ...db, transaction }), { code: '08006' });
      // The client sends the file again and receives the stored one.
      const { attachment, created } = await upload(db);
      assert.equal(created, false);
      assert.deepEqual(attachment, await findAttachment(db.reader, by.accountId, id));
      const file = await files.open(attachment.storageKey);
      assert.ok(file, 'the bytes are gone');
      assert.deepEqual(await buffer(file.stream), PNG);
    } finally {
      await node.close();
    }
  });
});
