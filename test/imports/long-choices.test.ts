// Nightly: writes 12,000 rows of a shared list on each engine.
// A workbook with more choices than a form may have is imported, published and filled in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject } from '#kernel/json.ts';
import { LIST_LIMITS } from '#lists/index.ts';
import { ok } from '../journeys/service.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { table, writeWorkbook } from '../support/workbooks.ts';

const TYPE = { 'content-type': 'application/octet-stream' };
const COUNT = 12_000;
const NAME = 'Water points: village';

/** A list of villages in two regions, with the marks that a file of rows would have to quote. */
const workbook = (count: number): Promise<Buffer> =>
  writeWorkbook({
    survey: table(`
      type               | name    | label              | choice_filter      | relevant           | required
      select_one region  | region  | Region             |                    |                    | yes
      select_one village | village | Village            | region=\${region}  |                    | yes
      text               | why     | Why                |                    | \${village} = 'v4' | yes
      note               | shown   | In \${village}     |                    |                    |`),
    choices: [
      ['list_name', 'name', 'label', 'region'],
      ['region', 'n', 'North', ''],
      ['region', 's', 'South', ''],
      ...Array.from({ length: count }, (_, i) => [
        'village',
        `v${i}`,
        `=Village "${i}", old;\nnew`,
        i % 2 === 0 ? 'n' : 's',
      ]),
    ],
    settings: [['form_title'], ['Water points']],
  });

const notesIn = (answer: Answer): readonly unknown[] => {
  const notes = answer.at('notes');
  assert.ok(Array.isArray(notes));
  return notes.filter(isObject).map(({ name, kind, text }) => [name, kind, text]);
};
const MADE = ['village', 'listMade', 'The 12000 choices of village became a shared list.'];

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let file: Buffer;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    file = await workbook(COUNT);
  });
  after(() => node.close());

  const bring = (query = '', browser = admin, body = file): Promise<Answer> =>
    browser.send('POST', `/app/v1/templates/import${query}`, { body, headers: TYPE });
  const check = (body = file): Promise<Answer> =>
    ok(admin.send('POST', '/app/v1/templates/import/check', { body, headers: TYPE }));
  const listsHere = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const { items } = Object((await ok(admin.send('GET', '/app/v1/lists'))).body);
    return items;
  };
  const villageOf = (answer: Answer) =>
    answer.at('template', 'draftDefinition', 'pages', 0, 'elements', 1);

  test('12,000 choices become a shared list, of which people choose a row and complete the form', async () => {
    const checked = await check();
    assert.deepEqual(checked.at('lists'), [
      {
        id: checked.at('lists', 0, 'id'),
        name: NAME,
        columns: ['name', 'label', 'region'],
        newRows: COUNT,
      },
    ]);
    assert.deepEqual(notesIn(checked), [MADE]);
    assert.deepEqual(await listsHere(), [], 'a check makes nothing');
    const made = await bring();
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(notesIn(made), [MADE]);
    const [list, ...others] = await listsHere();
    assert.ok(list);
    assert.equal(others.length, 0);
    assert.deepEqual([list['name'], list['activeRows']], [NAME, COUNT]);
    assert.deepEqual(villageOf(made), {
      type: 'sharedlist',
      list: list['id'],
      filterColumn: 'region',
      filterField: 'region',
      name: 'village',
      title: 'Village',
      isRequired: true,
    });
    const { items } = Object(
      (await ok(admin.send('GET', `/app/v1/audit-events?targetId=${list['id']}`))).body,
    );
    assert.deepEqual(items.map(({ action }: { readonly action: string }) => action).toSorted(), [
      'list.create',
      'list.write-rows',
    ]);

    const id = String(made.at('template', 'id'));
    await ok(admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    const found = await ok(admin.send('GET', `/app/v1/lists/${list['id']}/rows?q=v4`));
    const row = Object(found.body).items.find(({ key }: { readonly key: string }) => key === 'v4');
    assert.equal(row.label, '=Village "4", old;\nnew');
    const village = { key: 'v4', label: row.label, seq: row.seq };
    const filled = async (answers: object): Promise<Answer> => {
      const body = { templateId: id, answers };
      const form = await ok(admin.send('POST', '/app/v1/forms', { body }));
      const path = `/app/v1/forms/${form.at('id')}`;
      const revision = form.at('revision');
      const done = await admin.send('POST', `${path}/complete`, { body: { revision } });
      return done.status === 200 ? await admin.send('GET', path) : done;
    };
    // `why` is asked in v4 only.
    const unasked = await filled({ region: 'n', village });
    assert.deepEqual([unasked.status, unasked.at('faults', 0, 'field')], [422, 'why']);
    const south = await filled({ region: 's', village, why: 'Dry' });
    assert.deepEqual([south.status, south.at('faults', 0, 'field')], [422, 'village']);
    const done = await ok(filled({ region: 'n', village, why: 'Dry' }));
    assert.deepEqual(
      [done.at('status'), done.at('answers', 'village')],
      ['complete', { ...village, label: row.label }],
    );
  });

  test('the same file again uses the list that it made, and a longer one makes another', async () => {
    const [list] = await listsHere();
    const checked = await check();
    assert.deepEqual(checked.at('lists', 0, 'match'), { id: list?.['id'], name: NAME });
    assert.equal(checked.at('lists', 0, 'newRows'), undefined);
    const again = await ok(bring());
    assert.equal(Object(villageOf(again)).list, list?.['id']);
    assert.equal((await listsHere()).length, 1);
    const longer = await ok(bring('', admin, await workbook(COUNT + 1)));
    assert.notEqual(Object(villageOf(longer)).list, list?.['id']);
    assert.equal((await listsHere()).length, 2);
    const [first, second] = [list?.['id'], Object(villageOf(longer)).list];
    assert.ok([first, second].includes(Object(villageOf(await ok(bring()))).list));
    assert.equal((await listsHere()).length, 2, 'of two lists with one name, one has the rows');
  });

  test('a list that somebody chooses is used instead, or none', async () => {
    const before = (await listsHere()).length;
    const id = String((await check()).at('lists', 0, 'id'));
    const body = {
      name: 'Villages',
      columns: [{ key: 'name', label: 'Name', type: 'text' }],
      keyColumn: 'name',
      labelColumn: 'name',
    };
    const own = String((await ok(admin.send('POST', '/app/v1/lists', { body }))).at('id'));
    const chosen = await ok(bring(`?lists=${id}:${own}`));
    assert.equal(Object(villageOf(chosen)).list, own);
    assert.deepEqual(
      notesIn(chosen).map((note) => Object(note)[1]),
      ['listColumn', 'listMade'],
    );
    const none = await ok(bring(`?lists=${id}:`));
    assert.equal(Object(villageOf(none)).list, undefined);
    assert.equal((await listsHere()).length, before + 1);
  });

  test('no list stays when the template cannot be created', async () => {
    const dora = { userName: 'dora', role: 'designer', password: 'a long password of dora' };
    await ok(admin.send('POST', '/app/v1/users', { body: dora }));
    const designer = openBrowser(node);
    await ok(designer.signIn('dora', dora.password));
    const before = (await listsHere()).map(({ id }) => id);
    const longest = await workbook(COUNT + 2);
    const refused = await bring('?name=%20', designer, longest);
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(
      (await listsHere()).map(({ id }) => id),
      before,
    );
    const removed = await ok(admin.send('GET', '/app/v1/audit-events?action=list.delete'));
    assert.equal(removed.at('items', 0, 'detail', 'name'), NAME, 'the list was there before');
    // A designer makes lists, too.
    const made = await ok(bring('', designer, longest));
    assert.notEqual(Object(villageOf(made)).list, undefined);
  });

  test('without room for another list, the rest is imported and a note says so', async () => {
    const { db, lists } = node.services;
    const { accountId, accountCode, userId } = node.account;
    const by = { accountId, accountCode, userId, role: 'admin', via: 'api' } as const;
    const left = LIST_LIMITS.lists - (await listsHere()).length;
    await db.transaction(async (tx) => {
      for (let i = 0; i < left; i += 1) {
        await lists.createList(tx, by, { name: `Full ${i}`, ...LIST_SHAPE });
      }
    });
    const another = await workbook(COUNT + 3);
    const note = [
      'village',
      'listRoom',
      `Your organisation has 1000 shared lists and can have no more, so ${NAME} did not become one. Delete a list and import again, or choose a list in the field.`,
    ];
    const checked = await check(another);
    assert.equal(checked.at('lists', 0, 'newRows'), undefined);
    assert.deepEqual(notesIn(checked).at(0), note);
    const made = await ok(bring('', admin, another));
    assert.deepEqual(notesIn(made).at(0), note);
    assert.deepEqual(villageOf(made), {
      type: 'sharedlist',
      filterColumn: 'region',
      filterField: 'region',
      name: 'village',
      title: 'Village',
      isRequired: true,
    });
  });
});
