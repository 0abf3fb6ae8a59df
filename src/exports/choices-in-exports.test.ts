import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { unzip } from '../../test/support/unzip.ts';

const definition = (small: string, tags: readonly string[]): JsonObject => ({
  elements: [
    {
      type: 'radiogroup',
      name: 'size',
      title: 'Size',
      choices: [
        { value: 's', text: small },
        { value: 'l', text: 'Large' },
      ],
      showOtherItem: true,
    },
    { type: 'boolean', name: 'safe', title: 'Safe' },
    {
      type: 'checkbox',
      name: 'tags',
      title: 'Tags',
      choices: tags.map((text) => ({ value: text.toLowerCase(), text })),
    },
    {
      type: 'matrixdynamic',
      name: 'items',
      title: 'Items',
      columns: [
        {
          name: 'grade',
          title: 'Grade',
          cellType: 'dropdown',
          choices: [{ value: 1, text: small }],
        },
      ],
    },
  ],
});

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    const create = (answers: JsonObject) =>
      db.transaction((tx) => forms.createForm(tx, by, { templateId, name: 'Form', answers }));
    const first = definition('Small', ['Red', 'Old']);
    templateId = await db.transaction(async (tx) => {
      const make = { name: 'Sizes', definition: first, openToAll: true };
      const { id } = await forms.createTemplate(tx, by, make);
      await forms.publishTemplate(tx, by, id);
      return id;
    });
    await create({ size: 's', safe: true, tags: ['red', 'old'], items: [{ grade: 1 }] });
    await db.transaction(async (tx) => {
      await forms.changeTemplate(tx, by, templateId, {
        definition: definition('Little', ['Crimson', 'Red']),
      });
      await forms.publishTemplate(tx, by, templateId);
    });
    await create({ size: 's', safe: false, tags: ['red'], items: [{ grade: 1 }] });
    await create({ size: 'other', 'size-Comment': 'Huge', items: [] });
  });
  after(() => node.close());

  const exported = async (body: object): Promise<ReadonlyMap<string, Buffer>> => {
    const begun = await admin.send('POST', '/app/v1/exports', { body: { templateId, ...body } });
    assert.equal(begun.status, 202, begun.text);
    for (let waited = 0; waited < 30_000; waited += 25) {
      const job: Answer = await admin.send('GET', String(begun.headers['location']));
      if (job.at('finishedAt') !== undefined) {
        assert.equal(job.at('problemCount'), 0, job.text);
        return unzip((await admin.send('GET', String(job.at('files', 0, 'url')))).bytes);
      }
      await setTimeout(25);
    }
    throw new Error('the export never ends');
  };
  /** Returns the lines of a file, from the column with this heading on. */
  const cellsFrom = (file: Buffer | undefined, head: string): readonly (readonly string[])[] => {
    const lines = String(file).trim().split('\r\n').map(cellsIn);
    const from = lines[0]?.indexOf(head) ?? -1;
    assert.ok(from > 0, String(file));
    return lines.map((cells) => cells.slice(from));
  };
  const cellsIn = (line: string): readonly string[] =>
    Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, a, b]) => a ?? b ?? '');

  test('a choice that a later version relabelled has one text, its value, or both in CSV', async () => {
    const csv = async (choices: string | undefined) => {
      const files = await exported({ kind: 'csv', choices });
      return [
        cellsFrom(files.get('Sizes.csv'), 'Size'),
        cellsFrom(files.get('Sizes - items.csv'), 'Grade'),
      ];
    };
    assert.deepEqual(await csv(undefined), [
      [
        ['Size', 'Safe', 'Tags', 'Items'],
        ['Small', 'Yes', 'Red, Old', '1'],
        ['Little', 'No', 'Red', '1'],
        ['Huge', '', '', ''],
      ],
      [['Grade'], ['Small'], ['Little']],
    ]);
    assert.deepEqual(await csv('texts'), [
      [
        ['Size', 'Safe', 'Tags', 'Items'],
        ['Little', 'Yes', 'Red, Old', '1'],
        ['Little', 'No', 'Red', '1'],
        ['Huge', '', '', ''],
      ],
      [['Grade'], ['Little'], ['Little']],
    ]);
    assert.deepEqual(await csv('values'), [
      [
        ['Size', 'Safe', 'Tags', 'Items'],
        ['s', 'true', 'red, old', '1'],
        ['s', 'false', 'red', '1'],
        ['other', '', '', ''],
      ],
      [['Grade'], ['1'], ['1']],
    ]);
    assert.deepEqual(await csv('both'), [
      [
        ['Size', 'Size: value', 'Safe', 'Safe: value', 'Tags', 'Tags: value', 'Items'],
        ['Little', 's', 'Yes', 'true', 'Red, Old', 'red, old', '1'],
        ['Little', 's', 'No', 'false', 'Red', 'red', '1'],
        ['Huge', 'other', '', '', '', '', ''],
      ],
      [
        ['Grade', 'Grade: value'],
        ['Little', '1'],
        ['Little', '1'],
      ],
    ]);
  });

  test('a workbook and a table as CSV have the same texts and values', async () => {
    const files = await exported({ kind: 'xlsx', choices: 'both' });
    const forms = String(files.get('xl/worksheets/sheet1.xml'));
    for (const text of ['Size: value', 'Little', '>s<', 'Huge', '>other<', 'red, old', '>true<']) {
      assert.ok(forms.includes(text), `${text} in ${forms}`);
    }
    assert.ok(!forms.includes('Small'));
    const items = String(files.get('xl/worksheets/sheet2.xml'));
    for (const text of ['Grade: value', 'Little', '<v>1</v>'])
      assert.ok(items.includes(text), items);
  });

  test('choices as texts or values are refused for JSON, which has values, and for PDFs', async () => {
    for (const kind of ['json', 'pdf']) {
      const body = { kind, templateId, choices: 'values' };
      const answer = await admin.send('POST', '/app/v1/exports', { body });
      assert.deepEqual([answer.status, answer.at('at')], [400, 'kind'], answer.text);
    }
  });
});
