// Public links and shared lists: visitors choose from lists that are public, and learn nothing of their other columns.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { allowPublicLinks, makePublicLink, type Visitor, visit } from '../support/public-links.ts';
import { fresh } from '../support/scim.ts';

const ROWS = [
  { code: 'D7', title: 'Dam 7', region: 'North', area: 12.5 },
  { code: 'D8', title: 'Dam 8', region: 'South', area: 99 },
  { code: 'WX', title: 'Weir Äpfel', region: 'North' },
];
/** More rows than go along with a form. */
const MANY = Array.from({ length: 120 }, (_, i) => ({ code: `M${i}`, title: `Mast ${i}` }));

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await allowPublicLinks(node);
  });
  after(() => node.close());

  const ok = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const send = async (method: string, path: string, body: object): Promise<Answer> =>
    ok(await admin.send(method, path, { body }));
  const makeList = async (rows: readonly object[] = [...ROWS, ...MANY]): Promise<string> => {
    const list = String(
      (await send('POST', '/app/v1/lists', { name: fresh(), ...LIST_SHAPE })).at('id'),
    );
    await send('POST', `/app/v1/lists/${list}/rows`, { rows });
    return list;
  };
  /** A designer who may use all lists, and manages none. */
  const designerBrowser = async (): Promise<Browser> => {
    const { db, directory, passwords } = node.services;
    const by = { accountId: node.account.accountId, via: 'command-line' } as const;
    const userName = fresh('dora');
    const passwordHash = await passwords.hash(ADMIN_PASSWORD);
    const attributes = { userName, displayName: userName, active: true };
    const made = { attributes, origin: 'local', role: 'designer', passwordHash } as const;
    await db.transaction((tx) => directory.createUser(tx, by, made));
    const browser = openBrowser(node);
    ok(await browser.signIn(userName, ADMIN_PASSWORD));
    return browser;
  };
  const open = (list: string, ...columns: string[]) =>
    send('PUT', `/app/v1/lists/${list}/public-columns`, { columns });
  const choosing = (list: string, more: JsonObject = {}): JsonObject => ({
    elements: [
      { type: 'text', name: 'region' },
      { type: 'sharedlist', name: 'site', list, ...more },
      {
        type: 'paneldynamic',
        name: 'visits',
        templateElements: [{ type: 'sharedlist', name: 'where', list }],
      },
    ],
  });
  const visitTo = async (definition: JsonObject): Promise<Visitor> =>
    await visit(node, (await makePublicLink(admin, definition)).token);
  const search = (visitor: Visitor, list: string, query: string) =>
    visitor.send('GET', `list-rows?list=${list}&${query}`);
  const labels = async (visitor: Visitor, list: string, query: string) => {
    const items = ok(await search(visitor, list, query)).at('items');
    assert.ok(Array.isArray(items));
    return items.map((row) => row.label);
  };
  const row = (key: string, seq = 0) => ({ key, label: 'made up', seq });
  const faultOf = async (visitor: Visitor, answers: JsonObject) => {
    const { status, at } = await visitor.answer(answers);
    return [status, at('faults', 0, 'at'), at('faults', 0, 'rule')];
  };

  test('a visitor finds rows of a public list, chooses one, and the list says what it is called', async () => {
    const list = await makeList();
    const opened = await open(list, 'region', 'title', 'code');
    assert.deepEqual(opened.at('publicColumns'), ['code', 'title', 'region']);
    const visitor = await visitTo(
      choosing(list, { filterColumn: 'region', filterField: 'region' }),
    );
    const [first] = ok(await search(visitor, list, 'q=apfel')).at('items') as JsonObject[];
    assert.deepEqual(first, {
      key: 'WX',
      label: 'Weir Äpfel',
      seq: first?.['seq'],
      cells: { code: 'WX', title: 'Weir Äpfel', region: 'North' },
    });
    assert.deepEqual(await labels(visitor, list, 'q=dam'), ['Dam 7', 'Dam 8']);
    assert.deepEqual(await labels(visitor, list, 'q=dam&column=region&value=south'), ['Dam 8']);
    assert.deepEqual(await labels(visitor, list, 'q=NORTH'), ['Dam 7', 'Weir Äpfel']);
    assert.deepEqual(await labels(visitor, list, 'q=D8'), ['Dam 8']);
    assert.equal((await labels(visitor, list, 'q=mast')).length, 20);
    // A large list is not sent as a whole.
    assert.deepEqual(ok(await visitor.send('GET', 'form')).at('lists'), [{ id: list }]);
    assert.deepEqual(await faultOf(visitor, { site: row('D9') }), [422, 'site', 'known-row']);
    const entries = { visits: [{ where: row('D7') }, { where: row('D9') }] };
    assert.deepEqual(await faultOf(visitor, entries), [422, 'visits[1].where', 'known-row']);
    const misfit = await faultOf(visitor, { region: 'North', site: row('D8') });
    assert.deepEqual(misfit, [422, 'site', 'fitting-row']);
    ok(await visitor.answer({ region: 'North', site: row('D7', Number(first?.['seq'])) }));
    const form = await node.services.db.reader
      .selectFrom('forms')
      .select('answers')
      .where('id', '=', String(visitor.opened.at('formId')))
      .executeTakeFirstOrThrow();
    const { key, label } = JSON.parse(form.answers ?? '').site;
    assert.deepEqual([key, label], ['D7', 'Dam 7']);
  });

  test('a small list goes along with the form, and one with more rows is searched', async () => {
    const list = await makeList(ROWS);
    await open(list, 'code', 'title');
    const visitor = await visitTo(choosing(list));
    const [along] = ok(await visitor.send('GET', 'form')).at('lists') as JsonObject[];
    assert.equal(along?.['id'], list);
    assert.ok(Array.isArray(along?.['rows']));
    assert.deepEqual(
      along['rows'].map(({ key, cells }) => [key, cells]),
      ROWS.map(({ code, title }) => [code, { code, title }]),
    );
  });

  test('what is in a column that is not public is found by no search and used by no rule of the form', async () => {
    const list = await makeList();
    const secret = { code: 'S1', title: 'Safe', region: 'Zyxgarten', area: 4711 };
    await send('POST', `/app/v1/lists/${list}/rows`, { rows: [secret] });
    await open(list, 'code', 'title');
    // Rows that are written later are found by their public columns alone, too.
    await send('POST', `/app/v1/lists/${list}/rows`, {
      rows: [{ code: 'S2', title: 'Safe two', region: 'Zyxwald' }],
    });
    const visitor = await visitTo(
      choosing(list, {
        filterColumn: 'region',
        filterField: 'region',
        fillIn: [{ column: 'region', field: 'region' }],
      }),
    );
    const whole = await visitor.send('GET', 'form');
    for (const told of ['filterColumn', 'fillIn', 'Zyx']) assert.ok(!whole.text.includes(told));
    for (const q of ['zy', 'zyxgarten', 'Zyxwald', '4711', 'safe%20zyx', '%3Dregion%3Azyxgarten']) {
      assert.deepEqual(await labels(visitor, list, `q=${q}`), [], q);
    }
    assert.deepEqual(await labels(visitor, list, 'q=safe'), ['Safe', 'Safe two']);
    for (const column of ['region', 'area', 'nothing']) {
      const refused = await search(visitor, list, `q=safe&column=${column}&value=4711`);
      assert.deepEqual([refused.status, refused.at('at')], [400, 'column'], column);
      assert.match(refused.text, /must be one of code, title\./);
    }
    // The server does not ask for a region that only it knows.
    ok(await visitor.answer({ region: 'North', site: row('D8') }));
  });

  test('a column that was public is neither shown nor found any more', async () => {
    const list = await makeList();
    await open(list, 'code', 'title', 'region');
    const visitor = await visitTo(choosing(list));
    assert.deepEqual(await labels(visitor, list, 'q=south'), ['Dam 8']);
    await open(list, 'code', 'title');
    assert.deepEqual(await labels(visitor, list, 'q=south'), []);
    assert.deepEqual(await labels(visitor, list, 'q=dam'), ['Dam 7', 'Dam 8']);
    assert.ok(!(await search(visitor, list, 'q=dam')).text.includes('South'));
    // Twice more, so that the words of earlier times are replaced.
    await open(list, 'code', 'title', 'region');
    await open(list, 'code', 'title');
    assert.deepEqual(await labels(visitor, list, 'q=south'), []);
    const words = await node.services.db.reader
      .selectFrom('list_words')
      .select('word')
      .where('list_id', '=', list)
      .where('word', 'like', '~%')
      .execute();
    const marks = new Set(words.map(({ word }) => word.split(':')[0]));
    assert.equal(marks.size, 2);
  });

  test('one character, another link and a list that is not public get nothing, and cannot be told apart', async () => {
    const list = await makeList();
    const closed = await makeList();
    await open(list, 'code', 'title');
    const visitor = await visitTo(choosing(list));
    for (const q of ['', 'd', '%20d%20', '%F0%9F%98%80']) {
      const refused = await search(visitor, list, `q=${q}`);
      assert.deepEqual([refused.status, refused.at('at')], [400, 'q'], q);
    }
    const stranger = await visitTo(DEFINITION);
    const answers = [
      await search(stranger, list, 'q=dam'),
      await search(stranger, closed, 'q=dam'),
      await search(visitor, closed, 'q=dam'),
      await search(visitor, '0190a000-0000-7000-8000-000000000000', 'q=dam'),
    ];
    assert.deepEqual(
      answers.map(({ status, at }) => [status, at('code'), at('detail')]),
      answers.map(() => [404, 'not-found', 'The form of this link has no such list.']),
    );
    const without = await node.request('GET', `/link/v1/list-rows?list=${list}&q=dam`, {
      token: null,
    });
    assert.equal(without.status, 401);
  });

  test('a list that stops being public answers no more, and says so to who had chosen from it', async () => {
    const list = await makeList();
    await open(list, 'code', 'title');
    const visitor = await visitTo(choosing(list));
    const [seen] = ok(await search(visitor, list, 'q=dam')).at('items') as JsonObject[];
    await open(list);
    assert.equal((await search(visitor, list, 'q=dam')).status, 404);
    assert.deepEqual(ok(await visitor.send('GET', 'form')).at('lists'), []);
    // Neither a row that exists nor one that does not is told apart.
    for (const key of ['D7', 'D9']) {
      const answers = { site: row(key, Number(seen?.['seq'])) };
      assert.deepEqual(await faultOf(visitor, answers), [422, 'site', 'open-list']);
    }
    ok(await visitor.answer({ region: 'North' }));
  });

  test('a list that is closed while it is being made public stays closed', async () => {
    const list = await makeList([]);
    for (let from = 0; from < 3000; from += 500) {
      const rods = Array.from({ length: 500 }, (_, i) => from + i);
      const rows = rods.map((i) => ({ code: `R${i}`, title: `Rod ${i}` }));
      await send('POST', `/app/v1/lists/${list}/rows`, { rows });
    }
    const read = () => admin.send('GET', `/app/v1/lists/${list}`);
    const before = (await read()).at('revision');
    const path = `/app/v1/lists/${list}/public-columns`;
    const opening = admin.send('PUT', path, { body: { columns: ['code', 'title'] } });
    while ((await read()).at('revision') === before) await setImmediate();
    ok(await admin.send('PUT', path, { body: { columns: [] } }));
    const refused = await opening;
    assert.deepEqual([refused.status, refused.at('code')], [409, 'list-busy'], refused.text);
    assert.deepEqual((await read()).at('publicColumns'), []);
    // Nothing is left of it that keeps the list from being made public.
    await open(list, 'code', 'title');
  });

  test('a row that is no longer offered is taken from who saw it before, and from nobody who guesses', async () => {
    const list = await makeList();
    await open(list, 'code', 'title');
    const visitor = await visitTo(choosing(list));
    const [seen] = ok(await search(visitor, list, 'q=dam')).at('items') as JsonObject[];
    await send('POST', `/app/v1/lists/${list}/rows`, { deactivate: ['D7'] });
    assert.deepEqual(await labels(visitor, list, 'q=dam'), ['Dam 8']);
    assert.deepEqual(await labels(visitor, list, 'q=D7'), []);
    // The last is the number of the row as it is now, inactive.
    for (const seq of [0, Number(seen?.['seq']) + 1, ROWS.length + MANY.length + 1]) {
      assert.deepEqual(await faultOf(visitor, { site: row('D7', seq) }), [
        422,
        'site',
        'known-row',
      ]);
    }
    ok(await visitor.answer({ site: row('D7', Number(seen?.['seq'])) }));
  });

  test('only who manages a list makes it public, with the key and the label, and the record says how many rows', async () => {
    const list = await makeList();
    const path = `/app/v1/lists/${list}/public-columns`;
    const put = (body: object, by: Browser = admin) => by.send('PUT', path, { body });
    const wrong = [
      [{ columns: ['code'] }, 'columns'],
      [{ columns: ['title', 'region'] }, 'columns'],
      [{ columns: ['code', 'title', 'none'] }, 'columns[2]'],
    ] as const;
    for (const [body, at] of wrong) {
      const refused = await put(body);
      assert.deepEqual([refused.status, refused.at('code')], [422, 'invalid-list']);
      assert.equal(refused.at('at'), at);
    }
    const stale = await put({ columns: ['code', 'title'], revision: 7 });
    assert.deepEqual([stale.status, stale.at('currentRevision')], [412, 1]);
    const designer = await designerBrowser();
    assert.equal((await put({ columns: ['code', 'title'] }, designer)).status, 403);
    ok(await put({ columns: ['code', 'title'], revision: 1 }));
    ok(await put({ columns: [] }));
    const events = await node.services.db.reader
      .selectFrom('audit_events')
      .select(['action', 'detail'])
      .where('target_id', '=', list)
      .where('action', 'in', ['list.open', 'list.close'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      events
        .map(({ action, detail }) => [action, JSON.parse(detail ?? '{}')])
        .map(([action, { columns, rows }]) => [action, columns, rows]),
      [
        ['list.open', ['code', 'title'], 123],
        ['list.close', undefined, undefined],
      ],
    );
  });

  test('a link needs its lists to be public, and the template says which are not before one is made', async () => {
    const list = await makeList();
    const definition = choosing(list, { filterColumn: 'region', filterField: 'region' });
    const made = await send('POST', '/app/v1/templates', { name: fresh(), definition });
    const path = `/app/v1/templates/${made.at('id')}`;
    await send('POST', `${path}/publish`, {});
    const problems = async () => ok(await admin.send('GET', `${path}/links`)).at('lists');
    const problem = { id: list, columns: ['Region'], hiddenColumns: 1, mayManage: true };
    const [closed] = (await problems()) as JsonObject[];
    assert.deepEqual(closed, { ...problem, name: closed?.['name'], isPublic: false });
    const refused = await admin.send('POST', `${path}/links`, { body: { name: 'x' } });
    assert.deepEqual(
      [refused.status, refused.at('code'), refused.at('reason')],
      [409, 'template-state', 'template-lists'],
    );
    await open(list, 'code', 'title');
    assert.deepEqual(await problems(), [{ ...closed, isPublic: true }]);
    ok(await admin.send('POST', `${path}/links`, { body: { name: 'x' } }));
    await open(list, 'code', 'title', 'region');
    assert.deepEqual(await problems(), []);
  });

  test('a template with a link gets no choice from a list that is not public', async () => {
    const list = await makeList();
    const { id, templateId } = await makePublicLink(admin, DEFINITION);
    const path = `/app/v1/templates/${templateId}`;
    const { at } = await admin.send('GET', path);
    await send('PATCH', path, { definition: choosing(list), revision: at('revision') });
    const tryToPublish = () => admin.send('POST', `${path}/publish`, { body: {} });
    const refused = await tryToPublish();
    assert.deepEqual([refused.status, refused.at('code')], [422, 'invalid-definition']);
    const kinds = [0, 1].map((i) => [
      refused.at('faults', i, 'at'),
      refused.at('faults', i, 'kind'),
    ]);
    assert.deepEqual(kinds, [
      ['elements[1].list', 'listInLink'],
      ['elements[2].templateElements[0].list', 'listInLink'],
    ]);
    await send('PATCH', `/app/v1/public-links/${id}`, { state: 'paused' });
    assert.equal((await tryToPublish()).status, 422);
    await open(list, 'code', 'title');
    assert.equal((await tryToPublish()).status, 200);
  });
});
