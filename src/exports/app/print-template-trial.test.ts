// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { emptyDefinition } from '#web/builder/definition.ts';
import { addField, change } from '#web/builder/edit.ts';
import { KINDS, newField } from '#web/builder/kinds.ts';
import { sampleAnswers } from '#web/builder/sample-answers.ts';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { words } from '../../../test/support/builder-edits.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { pagesOfPdf } from '../../../test/support/pdf-text.ts';

const WITHOUT_SAMPLE = [
  'photo',
  'file',
  'signaturepad',
  'sketch',
  'sharedlist',
  'person',
  'panel',
  'expression',
  'heading',
  'instructions',
];

/** A form with a field of every kind, required but where an answer needs a file or rows of a list. */
function everyKind() {
  let definition = emptyDefinition();
  for (const kind of KINDS) {
    const added = addField(definition, newField(kind, words(kind.replaceAll('-', '_'))), [0]);
    definition = added.definition;
    if (kind === 'paneldynamic') {
      definition = addField(definition, newField('text', words('inner')), added.path).definition;
    }
    if (!WITHOUT_SAMPLE.includes(kind))
      definition = change(definition, added.path, { isRequired: true });
  }
  return definition;
}

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  test('sample answers are valid for every kind of field, in every round, and are printed', async () => {
    const definition = everyKind();
    const of = (round: number) =>
      sampleAnswers(definition, { round, today: '2026-11-26', textFor: (title) => `${title}!` });
    for (const round of [0, 1, 2]) {
      const checked = await admin.send('POST', '/app/v1/templates/preview', {
        body: { definition, answers: of(round) },
      });
      assert.equal(checked.at('ok'), true, checked.text);
    }
    const printed = await admin.send('POST', '/app/v1/templates/preview/pdf', {
      body: { name: 'Bridge', definition, answers: of(0), locale: 'de' },
    });
    assert.equal(printed.status, 200, printed.text);
    const text = pagesOfPdf(printed.bytes).join('').replaceAll('\n', '');
    for (const each of ['Bridge', 'Probelauf', 'comment!', 'ada@example.org', '26.11.2026']) {
      assert.ok(text.includes(each), each);
    }
    const forms = await admin.send('GET', '/app/v1/forms');
    assert.deepEqual(forms.at('items'), []);
  });

  test('a definition that is not valid is not printed', async () => {
    const definition = { elements: [{ type: 'html', name: 'a' }] };
    const refused = await admin.send('POST', '/app/v1/templates/preview/pdf', {
      body: { name: 'x', definition, answers: {} },
    });
    assert.equal(refused.status, 422);
    assert.equal(refused.at('code'), 'invalid-definition');
  });
});
