// A template is exported from one Formstead and imported into another.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../journeys/service.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';

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

  test('as an XLSForm it comes back as the same template, or as what XLSForms have when its sheets were changed', async () => {
    const body = {
      name: 'Bridge 8',
      description: 'Each spring',
      namePattern: '{template} {date}',
      definition: DEFINITION,
    };
    const made = await ok(from.send('POST', '/app/v1/templates', { body }));
    const path = `/app/v1/templates/${made.at('id')}/xlsform`;
    const file = await ok(from.send('GET', path));
    assert.match(file.headers['content-disposition'] ?? '', /Bridge 8\.xlsx/);
    const { template, notes } = Object((await ok(bring(file.bytes))).body);
    assert.deepEqual(notes, []);
    const { name, description, namePattern, draftDefinition } = template;
    assert.deepEqual({ name, description, namePattern, definition: draftDefinition }, body);
  });

  test('elements beside pages are refused, and come from a file on a page of their own', async () => {
    const elements = [{ type: 'text', name: 'note' }];
    const definition = { ...DEFINITION, elements };
    const refused = await to.send('POST', '/app/v1/templates', {
      body: { name: 'Both', definition },
    });
    assert.equal(refused.status, 422, refused.text);
    const faults = [{ at: refused.at('faults', 0, 'at'), kind: refused.at('faults', 0, 'kind') }];
    assert.deepEqual(faults, [{ at: 'elements', kind: 'elementsBesidePages' }]);
    const { template, notes } = Object((await ok(bring(JSON.stringify(definition)))).body);
    assert.deepEqual(notes, []);
    assert.deepEqual(template.draftDefinition, { pages: [...DEFINITION.pages, { elements }] });
    await ok(to.send('POST', `/app/v1/templates/${template.id}/publish`, { body: {} }));
  });

  test('a definition with the older names of SurveyJS is read as survey-core reads it', async () => {
    const pages = [
      {
        name: 'one',
        questions: [
          {
            type: 'checkbox',
            name: 'c',
            choices: ['a', 'b'],
            hasOther: true,
            hasNone: true,
            hasSelectAll: true,
            hasComment: 'false',
            isRequired: 'true',
          },
          { type: 'panel', name: 'p', questions: [{ type: 'text', name: 't', hasComment: true }] },
          { type: 'imagemap', name: 'r' },
          { type: 'multipletext', name: 'x', items: [{ name: 'a' }] },
        ],
      },
    ];
    for (const definition of [{ pages }, { questions: pages[0]?.questions }]) {
      const { template, notes } = Object((await ok(bring(JSON.stringify(definition)))).body);
      const { pages: made, elements } = template.draftDefinition;
      assert.deepEqual(elements ?? made[0].elements, [
        {
          type: 'checkbox',
          name: 'c',
          choices: ['a', 'b'],
          showOtherItem: true,
          showNoneItem: true,
          showSelectAllItem: true,
          showCommentArea: false,
          isRequired: true,
        },
        {
          type: 'panel',
          name: 'p',
          elements: [{ type: 'text', name: 't', showCommentArea: true }],
        },
      ]);
      assert.deepEqual(
        notes.map(({ kind, name, text }: Readonly<Record<string, string>>) => [kind, name, text]),
        [
          ['unknownType', 'r', 'Formstead has no field for the type imagemap.'],
          ['unknownType', 'x', 'Formstead has no field for the type multipletext.'],
        ],
      );
    }
  });

  test('values that SurveyJS calculates beside its questions become calculations that nobody sees', async () => {
    const definition = {
      pages: [{ name: 'one', elements: [{ type: 'text', name: 'n', inputType: 'number' }] }],
      calculatedValues: [{ name: 'twice', expression: '{n} * 2', includeIntoResult: true }],
    };
    const { template, notes } = Object((await ok(bring(JSON.stringify(definition)))).body);
    const [page] = template.draftDefinition.pages;
    assert.deepEqual(page.elements[1], {
      type: 'expression',
      name: 'twice',
      expression: '{n} * 2',
      hideWhileFilling: true,
    });
    assert.deepEqual(notes, []);
  });

  test('a comparison with a missing choice never holds, and the rest of its condition stays', async () => {
    const conditions = {
      "{s} = 'gone' or {n} > 3": 'false or {n} > 3',
      "{n} > 3 and {s} <> 'gone'": '{n} > 3 and true',
      "{m} contains 'gone'": 'false',
      "{m} anyof ['a', 'gone']": "{m} anyof ['a']",
      "{m} allof ['a', 'gone']": 'false',
      "{m} noneof ['gone']": 'true',
      "'gone' = {s} or 'gone too' = {s}": 'false or false',
    };
    const elements = [
      { type: 'text', inputType: 'number', name: 'n' },
      { type: 'radiogroup', name: 's', choices: ['a', 'b'] },
      { type: 'checkbox', name: 'm', choices: ['a', 'b'] },
      ...Object.keys(conditions).map((visibleIf, i) => ({
        type: 'text',
        name: `t${i}`,
        visibleIf,
      })),
    ];
    const answer = await ok(bring(JSON.stringify({ elements })));
    const { template, notes } = Object(answer.body);
    const found = template.draftDefinition.elements
      .slice(3)
      .map(({ visibleIf }: { readonly visibleIf: string }) => visibleIf);
    assert.deepEqual(found, Object.values(conditions));
    const kinds = notes.map(({ kind }: { readonly kind: string }) => kind);
    assert.deepEqual([...new Set(kinds)], ['missingChoice']);
    await ok(to.send('POST', `/app/v1/templates/${template.id}/publish`, { body: {} }));
  });

  test('what this Formstead does not know is left out and named, and the rest can be published', async () => {
    const [page] = DEFINITION.pages;
    const elements = [
      { type: 'hologram', name: 'future' },
      { type: 'text', name: 'site', title: 'Of {future}', glow: true },
      { type: 'dropdown', name: 'empty', choices: [] },
      {
        type: 'comment',
        name: 'why',
        visibleIf: "{future} = 'x'",
        requiredIf: "displayValue('future') = 'x'",
        enableIf: "displayValue('site') <> 'x'",
      },
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
      ['future', 'unknownType'],
      ['site', 'pages[0].elements[1].glow'],
      ['site', 'pages[0].elements[0].title'],
      ['empty', 'pages[0].elements[1].choices'],
      ['why', 'pages[0].elements[2].visibleIf'],
      ['why', 'pages[0].elements[2].requiredIf'],
      ['mad', 'pages[0].elements[2].visibleIf'],
      ['sum', 'pages[0].elements[3]'],
      ['', 'namePattern'],
    ]);
    assert.deepEqual(template.draftDefinition.pages[0].elements, [
      { type: 'text', name: 'site', title: 'Of …' },
      { type: 'comment', name: 'why', enableIf: "displayValue('site') <> 'x'" },
      { type: 'text', name: 'mad' },
    ]);
    assert.equal(template.namePattern, '{template} {number}');
    await ok(to.send('POST', `/app/v1/templates/${template.id}/publish`, { body: {} }));
  });

  const makeList = async (browser: Browser, name: string, more: object = {}): Promise<string> => {
    const body = { name, ...LIST_SHAPE, ...more };
    return String((await ok(browser.send('POST', '/app/v1/lists', { body }))).at('id'));
  };
  const check = (file: string): Promise<Answer> =>
    ok(
      to.send('POST', '/app/v1/templates/import/check', {
        body: Buffer.from(file),
        headers: TYPE,
      }),
    );

  test('a file names its lists, and each becomes the list of the same name, or one that is chosen', async () => {
    const [sites, people] = [await makeList(from, 'Sites'), await makeList(from, 'People')];
    const definition = {
      elements: [
        { type: 'sharedlist', name: 'site', list: sites, filterColumn: 'region', filterField: 'n' },
        { type: 'text', name: 'n' },
        {
          type: 'matrixdynamic',
          name: 'crew',
          columns: [{ cellType: 'sharedlist', name: 'who', list: people }],
        },
        { type: 'sharedlist', name: 'open' },
      ],
    };
    const body = { name: 'Round', definition };
    const made = await ok(from.send('POST', '/app/v1/templates', { body }));
    const { text } = await ok(from.send('GET', `/app/v1/templates/${made.at('id')}/file`));
    const file = JSON.parse(text);
    assert.deepEqual(
      file.lists.map((each: { readonly name: string }) => each.name),
      ['Sites', 'People'],
    );
    const same = await makeList(to, 'sites', {
      columns: [
        { key: 'code', label: 'Code', type: 'text' },
        { key: 'title', label: 'Title', type: 'text' },
      ],
    });
    const report = await check(text);
    const matched = [report.at('lists', 0, 'match', 'id'), report.at('lists', 1, 'match')];
    assert.deepEqual(matched, [same, undefined]);
    assert.equal(report.at('lists', 1, 'name'), 'People');
    const listsIn = (answer: Answer) => {
      const { elements } = Object(answer.at('template', 'draftDefinition'));
      return [elements[0].list, elements[2].columns[0].list, elements[3].list];
    };
    const noted = (answer: Answer) =>
      Object(answer.body).notes.map((note: { readonly name: string; readonly kind: string }) => [
        note.name,
        note.kind,
      ]);
    const found = await ok(bring(text));
    assert.deepEqual(listsIn(found), [same, undefined, undefined]);
    assert.deepEqual(noted(found), [
      ['site', 'listColumn'],
      ['who', 'list'],
    ]);
    const path = `/app/v1/templates/${found.at('template', 'id')}/publish`;
    const refused = await to.send('POST', path, { body: {} });
    assert.equal(refused.status, 422, 'a field without a list is not published');
    const crew = await makeList(to, 'Crew');
    const chosen = await ok(bring(text, `?lists=${sites}:,${people}:${crew}`));
    assert.deepEqual(listsIn(chosen), [undefined, crew, undefined]);
    const wrong = await bring(text, `?lists=${people}:${people}`);
    assert.deepEqual([wrong.status, wrong.at('reason')], [400, 'unknown-list']);
    assert.equal((await bring(text, '?lists=crew')).status, 400);
    // Two lists of one name: somebody has to choose.
    await makeList(to, 'Sites');
    assert.equal((await check(text)).at('lists', 0, 'match'), undefined);
    // Brought back to where it comes from, it finds its own lists, whatever they are called now.
    const again = await from.send('POST', '/app/v1/templates/import/check', {
      body: Buffer.from(text),
      headers: TYPE,
    });
    assert.equal(again.at('lists', 1, 'match', 'id'), people);
  });

  test('a file names no list that its designer may not use, and finds none', async () => {
    const [first] = nodes;
    assert.ok(first);
    const secret = await makeList(from, 'Salaries', { grants: [] });
    const password = 'a long password of dora';
    const dora = { userName: 'dora', role: 'designer', password };
    await ok(from.send('POST', '/app/v1/users', { body: dora }));
    const browser = openBrowser(first);
    await ok(browser.signIn('dora', password));
    const definition = { elements: [{ type: 'sharedlist', name: 'grade', list: secret }] };
    const body = { name: 'Review', definition };
    const made = await ok(browser.send('POST', '/app/v1/templates', { body }));
    const { text } = await ok(browser.send('GET', `/app/v1/templates/${made.at('id')}/file`));
    assert.equal(JSON.parse(text).lists, undefined);
    const named = { ...JSON.parse(text), lists: [{ id: secret, name: 'Salaries', columns: [] }] };
    const report = await browser.send('POST', '/app/v1/templates/import/check', {
      body: Buffer.from(JSON.stringify(named)),
      headers: TYPE,
    });
    assert.deepEqual([report.status, report.at('lists', 0, 'match')], [200, undefined]);
  });

  test('a naming pattern with a field that is left out becomes the usual one', async () => {
    const elements = [
      { type: 'dropdown', name: 'site' },
      { type: 'text', name: 'notes' },
      { type: 'text', name: 'mad', visibleIf: '{notes} ((' },
    ];
    const body = { name: 'Unfinished', namePattern: '{site} {number}', definition: { elements } };
    const made = await ok(from.send('POST', '/app/v1/templates', { body }));
    const { text } = await ok(from.send('GET', `/app/v1/templates/${made.at('id')}/file`));
    const answer = await ok(bring(text));
    assert.equal(answer.at('template', 'namePattern'), '{template} {number}');
    assert.equal(Object(answer.body).notes.at(-1).kind, 'namePattern');
  });

  test('text that cannot be stored is repaired and named, so that the template can be saved', async () => {
    const elements = [
      { type: 'text', name: 'si\0te', title: 'Cut \ud83d', defaultValue: 'a\0b' },
      { type: 'comment', name: 'why', visibleIf: "{si\0te} = 'x'" },
    ];
    const answer = await ok(bring(JSON.stringify({ title: 'Cut \ud83d', elements })));
    const { template, notes } = Object(answer.body);
    assert.deepEqual(
      notes.map(({ kind }: { readonly kind: string }) => kind),
      ['malformedText'],
    );
    assert.equal(template.name, 'Cut \ufffd');
    assert.deepEqual(template.draftDefinition.elements, [
      { type: 'text', name: 'site', title: 'Cut \ufffd', defaultValue: 'ab' },
      { type: 'comment', name: 'why', visibleIf: "{site} = 'x'" },
    ]);
    const body = { revision: template.revision, definition: template.draftDefinition };
    await ok(to.send('PATCH', `/app/v1/templates/${template.id}`, { body }));
  });

  test('a definition of SurveyJS alone is imported too', async () => {
    const answer = await ok(bring(JSON.stringify({ title: 'Plain', ...DEFINITION })));
    assert.equal(answer.at('template', 'name'), 'Plain');
  });
});
