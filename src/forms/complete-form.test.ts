// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_DEFINITION, PNG } from '../../test/support/attachments.ts';
import { adminBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { startInstance } from '../../test/support/instance.ts';
import { createCompleteForm } from './complete-form.ts';

forEachEngine((engine) => {
  test('a form is not completed with a file that was deleted while its answers were checked', async () => {
    const node = await startInstance(engine);
    try {
      const admin = await adminBrowser(node);
      const { db, forms, engine: survey } = node.services;
      const by = { ...node.account, role: 'admin', via: 'web' } as const;
      const { id } = await db.transaction(async (tx) => {
        const input = { name: 'Visit', definition: FILE_DEFINITION };
        const { id: templateId } = await forms.createTemplate(tx, by, input);
        await forms.publishTemplate(tx, by, templateId);
        return (await forms.createForm(tx, by, { templateId })).form;
      });
      const path = `/app/v1/forms/${id}/attachments`;
      const file = await admin.send('POST', `${path}?field=photo`, {
        body: PNG,
        headers: { 'content-type': 'image/png' },
      });
      assert.equal(file.status, 201, file.text);
      const [fileId, name] = [String(file.at('id')), String(file.at('name'))];
      const photo = [{ id: fileId, name, type: 'image/png', size: PNG.length }];
      const complete = createCompleteForm({
        db,
        clock: node.services.clock,
        forms,
        directory: node.services.directory,
        engine: {
          of: (accountId) => ({
            ...survey.of(accountId),
            async check(...checked) {
              assert.equal((await admin.send('DELETE', `${path}/${fileId}`)).status, 204);
              return survey.of(accountId).check(...checked);
            },
          }),
        },
      });
      await assert.rejects(complete(by, id, { answers: { photo } }), {
        code: 'invalid-answers',
        at: 'answers',
      });
      const form = await forms.readForm(db.reader, by, id);
      assert.deepEqual([form?.status, form?.revision, form?.answers], ['draft', 1, {}]);
    } finally {
      await node.close();
    }
  });
});
