import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { linesOfPdf } from '../../test/support/pdf-text.ts';

const DEFINITION: JsonObject = {
  pages: [
    {
      title: 'General',
      elements: [
        { type: 'instructions', name: 'hint', content: 'Use a pen.' },
        { type: 'text', name: 'site', title: { default: 'Site', de: 'Ort' } },
        { type: 'text', name: 'depth', inputType: 'number', title: 'Depth', unit: 'cm' },
        { type: 'boolean', name: 'wet', title: 'Wet' },
        { type: 'comment', name: 'why', title: 'Why', visibleIf: '{wet} = true' },
        { type: 'expression', name: 'sum', title: 'Sum', expression: '{depth} * 2' },
        { type: 'signaturepad', name: 'sign', title: 'Sign here' },
      ],
    },
    {
      title: 'Checks',
      elements: [
        {
          type: 'checkbox',
          name: 'tags',
          title: 'Tags',
          choices: ['Rust', { value: 'c', text: 'Cracks' }],
          showOtherItem: true,
        },
        {
          type: 'matrixdynamic',
          name: 'parts',
          title: 'Parts',
          columns: [
            { name: 'part', title: 'Part', cellType: 'text' },
            { name: 'pieces', title: 'Pieces', cellType: 'text', inputType: 'number' },
          ],
        },
      ],
    },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Round', definition: DEFINITION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
  });
  after(() => node.close());

  const textsOf = (answer: Answer): readonly string[] => {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    return linesOfPdf(answer.bytes)
      .flat()
      .map(({ text }) => text);
  };

  test('a template that is not published has no blank form', async () => {
    const refused = await admin.send('GET', `/app/v1/templates/${templateId}/blank-form`);
    assert.deepEqual([refused.status, refused.at('reason')], [409, 'template-unpublished']);
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
  });

  test('a blank form has all questions but calculations, with choices and tables, for whoever may use the template', async () => {
    const path = `/templates/${templateId}/blank-form`;
    const own = textsOf(await admin.send('GET', `/app/v1${path}`));
    const { token } = await node.addUser('mia');
    const api = textsOf(await node.request('GET', `/v2${path}`, { token }));
    for (const texts of [own, api]) {
      for (const text of [
        ...['Round', 'General', 'Use a pen.', 'Site', 'Depth', 'cm', 'YesNo', 'Why', 'Sign here'],
        ...['Checks', 'Tags', 'RustCracksOther: ____________', 'Parts', 'PartPieces', '1', '6'],
      ]) {
        assert.ok(texts.includes(text), `${text} in ${texts.join('|')}`);
      }
      assert.ok(!texts.includes('Sum'));
    }
    const german = textsOf(await admin.send('GET', `/app/v1${path}?locale=de`));
    assert.ok(german.includes('Ort') && german.includes('JaNein'), german.join('|'));
  });
});
