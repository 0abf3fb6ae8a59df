import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  test('a form that is sent again is the same one, also when its template has lost a field since', async () => {
    const { ids, db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const { id: templateId } = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template;
    });
    const body = { id: ids.next(), templateId, fields: { site: { text: 'Dam 7' } } };
    const first = await node.request('POST', '/v2/formz', { body });
    assert.equal(first.status, 201, first.text);
    await db.transaction(async (tx) => {
      const definition = { elements: [{ type: 'text', name: 'place' }] };
      await forms.changeTemplate(tx, by, templateId, { definition });
      await forms.publishTemplate(tx, by, templateId);
    });
    const again = await node.request('POST', '/v2/formz', { body });
    assert.deepEqual([again.status, again.body], [200, first.body], again.text);
    const other = { ...body, id: ids.next() };
    const refused = await node.request('POST', '/v2/formz', { body: other });
    assert.deepEqual([refused.status, refused.at('at')], [422, 'fields.site'], refused.text);
  });
});
