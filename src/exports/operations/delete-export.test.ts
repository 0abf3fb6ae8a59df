import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  test('an export that several delete at once is deleted once, and so it stands in the record', async () => {
    const node = await startInstance(engine);
    try {
      const admin = await adminBrowser(node);
      const body = { name: 'Visit', definition: DEFINITION };
      const template = await admin.send('POST', '/app/v1/templates', { body });
      const made = await admin.send('POST', '/app/v1/exports', {
        body: { kind: 'csv', templateId: template.at('id') },
      });
      assert.equal(made.status, 202, made.text);
      const path = `/app/v1/exports/${made.at('id')}`;
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => admin.send('DELETE', path)),
      );
      const lines = await node.services.db.reader
        .selectFrom('audit_events')
        .select('action')
        .where('target_id', '=', String(made.at('id')))
        .where('action', '!=', 'export.create')
        .execute();
      const times = (action: string) => lines.filter((line) => line.action === action).length;
      assert.ok(times('export.delete') === 1 && times('export.cancel') <= 1, JSON.stringify(lines));
      const done = answers.filter(({ status }) => status === 204).length;
      assert.equal(done, lines.length);
      assert.ok(answers.every(({ status }) => status === 204 || status === 404));
    } finally {
      await node.close();
    }
  });
});
