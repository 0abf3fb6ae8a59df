// A template is exported from one Formstead and imported into another.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../journeys/service.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';

const DEFINITION = {
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'site', title: { default: 'Site', de: 'Ort' }, isRequired: true },
        { type: 'radiogroup', name: 'state', choices: ['good', 'bad'] },
        { type: 'comment', name: 'why', title: 'Why', visibleIf: "{state} = 'bad'" },
      ],
    },
  ],
};
const TYPE = { 'content-type': 'application/octet-stream' };

forOneEngine((engine) => {
  let nodes: readonly Instance[];
  let from: Browser;
  let to: Browser;
  before(async () => {
    nodes = await Promise.all([startInstance(engine), startInstance(engine)]);
    const [first, second] = nodes;
    assert.ok(first && second);
    [from, to] = [await adminBrowser(first), await adminBrowser(second)];
  });
  after(() => Promise.all(nodes.map((node) => node.close())));

  const bring = (file: string | Buffer, query = ''): Promise<Answer> =>
    to.send('POST', `/app/v1/templates/import${query}`, {
      body: Buffer.from(file),
      headers: TYPE,
    });

  test('what was exported is the same template elsewhere, and can be published', async () => {
    const body = {
      name: 'Brücke 7/Süd',
      description: 'Each spring',
      namePattern: '{template} {date}',
      definition: DEFINITION,
    };
    const made = await ok(from.send('POST', '/app/v1/templates', { body }));
    const file = await ok(from.send('GET', `/app/v1/templates/${made.at('id')}/file`));
    assert.match(file.headers['content-disposition'] ?? '', /filename\*=UTF-8''Br%C3%BCcke/);
    const { template, notes } = Object((await ok(bring(file.text))).body);
    assert.deepEqual(notes, []);
    const { name, description, namePattern, draftDefinition } = template;
    assert.deepEqual({ name, description, namePattern, definition: draftDefinition }, body);
    await ok(to.send('POST', `/app/v1/templates/${template.id}/publish`, { body: {} }));
    const again = await ok(bring(file.text, '?name=Other'));
    assert.equal(again.at('template', 'name'), 'Other');
  });

  test('what this Formstead does not know is left out and named, and the rest can be published', async () => {
    const [page] = DEFINITION.pages;
    const elements = [
      { type: 'hologram', name: 'future' },
      { type: 'text', name: 'site', title: 'Of {future}', glow: true },
      { type: 'dropdown', name: 'empty', choices: [] },
      { type: 'comment', name: 'why', visibleIf: "{future} = 'x'", enableIf: '{site} notempty' },
      { type: 'text', name: 'mad', visibleIf: '{site} ((' },
      { type: 'expression', name: 'sum', expression: '1 +' },
    ];
    const file = {
      format: 'formstead-template',
      version: 1,
      name: 'From tomorrow',
      namePattern: '{template} {moon}',
      logo: 'x',
      definition: { pages: [{ ...page, elements }] },
    };
    const answer = await ok(bring(JSON.stringify(file)));
    const { template, notes } = Object(answer.body);
    const told = notes.map(
      (note: {
        readonly name?: string;
        readonly kind: string;
        readonly fault?: { readonly at: string };
      }) => [note.name ?? '', note.fault?.at ?? note.kind],
    );
    assert.deepEqual(told, [
      ['', 'member'],
      ['', 'namePattern'],
      ['future', 'pages[0].elements[0].type'],
      ['site', 'pages[0].elements[1].glow'],
      ['site', 'pages[0].elements[0].title'],
      ['empty', 'pages[0].elements[1].choices'],
      ['why', 'pages[0].elements[2].visibleIf'],
      ['mad', 'pages[0].elements[2].visibleIf'],
      ['sum', 'pages[0].elements[3]'],
    ]);
    assert.deepEqual(template.draftDefinition.pages[0].elements, [
      { type: 'text', name: 'site', title: 'Of …' },
      { type: 'comment', name: 'why', enableIf: '{site} notempty' },
      { type: 'text', name: 'mad' },
    ]);
    assert.equal(template.namePattern, '{template} {number}');
    await ok(to.send('POST', `/app/v1/templates/${template.id}/publish`, { body: {} }));
  });

  test('a definition of SurveyJS alone is imported too', async () => {
    const answer = await ok(bring(JSON.stringify({ title: 'Plain', ...DEFINITION })));
    assert.equal(answer.at('template', 'name'), 'Plain');
  });
});
