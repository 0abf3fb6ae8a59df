import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor } from '#form-basics/form.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { LIST_SHAPE } from '../../../test/support/lists.ts';

const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let annId: string;
  let templateId: string;
  const by = (userId: string, role: FormActor['role']): FormActor => ({
    accountId: node.account.accountId,
    userId,
    role,
    via: 'api',
  });
  const create = (actor: FormActor, name: string) =>
    node.services.db.transaction((tx) =>
      node.services.forms.createForm(tx, actor, { templateId, name, answers: { notes: 'wet' } }),
    );
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'ann', displayName: 'Ann', password: PASSWORD },
    });
    annId = String(made.at('id'));
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    const { db, forms } = node.services;
    const actor = by(node.account.userId, 'admin');
    templateId = await db.transaction(async (tx) => {
      const input = { name: 'Inspection', definition: DEFINITION, openToAll: true };
      const { id } = await forms.createTemplate(tx, actor, input);
      await forms.publishTemplate(tx, actor, id);
      return id;
    });
    for (let i = 0; i < 3; i += 1) await create(by(annId, 'member'), `Ann ${i}`);
    await create(actor, 'Other');
  });
  after(() => node.close());

  const names = async (browser: Browser, query: string): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (let cursor = ''; ; ) {
      const answer = await browser.send('GET', `/app/v1/forms?${query}&cursor=${cursor}`);
      assert.equal(answer.status, 200, answer.text);
      const items = answer.at('items');
      assert.ok(Array.isArray(items));
      found.push(...items.map(({ name }) => name));
      cursor = String(answer.at('next') ?? '');
      if (cursor === '') return found;
    }
  };

  const found = async (browser: Browser, query: string): Promise<unknown[]> => {
    const items = (await browser.send('GET', `/app/v1/forms?${query}`)).at('items');
    assert.ok(Array.isArray(items));
    return items.map(({ id }) => id);
  };

  test('everybody sees their own forms, and all that they may see, last changed first', async () => {
    const own = ['Ann 2', 'Ann 1', 'Ann 0'];
    for (const limit of [1, 2, 50]) {
      assert.deepEqual(await names(ann, `limit=${limit}`), own);
      assert.deepEqual(await names(ann, `scope=all&limit=${limit}`), own);
      assert.deepEqual(await names(admin, `scope=all&limit=${limit}`), ['Other', ...own]);
    }
    assert.deepEqual(await names(admin, 'scope=mine'), ['Other']);
    assert.deepEqual(await names(admin, 'scope=all&q=ANN 0'.replace(' ', '%20')), ['Ann 0']);
    assert.deepEqual(await names(ann, 'status=complete'), []);
    const stolen = (await admin.send('GET', '/app/v1/forms?scope=all&limit=1')).at('next');
    const answer = await ann.send('GET', `/app/v1/forms?scope=all&limit=1&cursor=${stolen}`);
    assert.deepEqual([answer.status, answer.at('at')], [400, 'cursor']);
  });

  test('a search finds any word of a name and the number, of forms that are in sight', async () => {
    await create(by(node.account.userId, 'admin'), 'Größere Prüfung, Ann');
    const search = (browser: Browser, q: string, more = 'scope=all') =>
      names(browser, `${more}&limit=2&q=${encodeURIComponent(q)}`);
    for (const q of ['pruf', 'PRUEF', 'prüfung grö', 'groessere']) {
      assert.deepEqual(await search(admin, q), ['Größere Prüfung, Ann'], q);
      assert.deepEqual(await search(ann, q), [], q);
    }
    const own = ['Ann 2', 'Ann 1', 'Ann 0'];
    assert.deepEqual(await search(ann, 'ann'), own);
    assert.deepEqual(await search(admin, 'ann'), ['Größere Prüfung, Ann', ...own]);
    assert.deepEqual(await search(admin, 'ann', 'scope=mine'), ['Größere Prüfung, Ann']);
    assert.deepEqual(await search(admin, 'ann', 'scope=all&status=complete'), []);
    assert.deepEqual(await search(admin, 'ann', `scope=all&template=${templateId}`), [
      'Größere Prüfung, Ann',
      ...own,
    ]);
    // The second form of the template is named "Ann 1". The fourth one is not visible to Ann.
    assert.deepEqual(await search(ann, '#2'), ['Ann 1']);
    assert.deepEqual(await search(ann, 'ann #2'), ['Ann 1']);
    assert.deepEqual(await search(admin, '#4'), ['Other']);
    assert.deepEqual(await search(ann, '#4'), []);
    assert.deepEqual(await search(admin, '#5'), ['Größere Prüfung, Ann']);
    const [id] = await found(admin, 'q=pruf&scope=all');
    const gone = await admin.send('DELETE', `/app/v1/forms/${id}`);
    assert.equal(gone.status, 204, gone.text);
    assert.deepEqual(await search(admin, 'pruf'), []);
  });

  test('the forms of one template are listed by themselves', async () => {
    for (const limit of [1, 50]) {
      const query = `scope=all&template=${templateId}&limit=${limit}`;
      assert.equal((await names(admin, query)).length, 4);
      assert.deepEqual(await names(ann, query), ['Ann 2', 'Ann 1', 'Ann 0']);
    }
    assert.deepEqual(await names(admin, 'scope=all&template=nothing'), []);
    assert.deepEqual(await names(ann, 'scope=all&template=nothing'), []);
  });

  test('a form shows its questions, answers and history to those who may see it', async () => {
    const list = await ann.send('GET', '/app/v1/forms?limit=1');
    assert.deepEqual(
      [list.at('items', 0, 'template', 'name'), list.at('items', 0, 'assignee', 'name')],
      ['Inspection', 'Ann'],
    );
    const answer = await ann.send('GET', `/app/v1/forms/${list.at('items', 0, 'id')}`);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.at('answers'), { notes: 'wet' });
    assert.equal(answer.at('fields', 0, 'title'), 'Site');
    assert.deepEqual(
      [answer.at('history', 0, 'action'), answer.at('history', 0, 'actor', 'name')],
      ['create', 'Ann'],
    );
    const others = await admin.send('GET', '/app/v1/forms?limit=1');
    const hidden = await ann.send('GET', `/app/v1/forms/${others.at('items', 0, 'id')}`);
    assert.equal(hidden.status, 404);
    assert.equal((await ann.send('GET', '/app/v1/forms/nothing')).status, 404);
  });

  test('a form that was filled in offline is sent and completed, though its list was deleted meanwhile', async () => {
    const ask = async (status: number, method: string, path: string, body?: object) => {
      const answer = await admin.send(method, `/app/v1${path}`, body && { body });
      assert.equal(answer.status, status, answer.text);
      return answer;
    };
    const list = (await ask(201, 'POST', '/lists', { name: 'Sites', ...LIST_SHAPE })).at('id');
    const rows = [{ code: 'D7', title: 'Dam 7' }];
    await ask(200, 'POST', `/lists/${list}/rows`, { rows, deactivate: [] });
    const seq = (await ask(200, 'GET', `/lists/${list}/rows`)).at('items', 0, 'seq');
    const seen = { key: 'D7', label: 'Dam 7', seq };
    const site = { type: 'sharedlist', name: 'site', list, isRequired: true };
    const note = { type: 'text', name: 'note' };
    const definition = { elements: [site, note] };
    const id = (await ask(201, 'POST', '/templates', { name: 'Visit', definition })).at('id');
    await ask(200, 'POST', `/templates/${id}/publish`, {});
    await ask(200, 'PATCH', `/templates/${id}`, { definition: { elements: [note] } });
    await ask(200, 'POST', `/templates/${id}/publish`, {});
    const send = (status: number, answer: object) =>
      ask(status, 'POST', '/forms', {
        templateId: id,
        versionNumber: 1,
        answers: { site: answer },
      });
    // While the list is there, it says which rows there are.
    await send(422, { ...seen, key: 'D9' });
    await ask(204, 'DELETE', `/lists/${list}`);

    const made = await send(201, seen);
    assert.deepEqual(made.at('answers', 'site'), { ...seen, inactive: true });
    const path = `/forms/${made.at('id')}`;
    const answers = { site: made.at('answers', 'site'), note: 'Wet' };
    await ask(200, 'PATCH', path, { revision: made.at('revision'), answers });
    assert.equal((await ask(200, 'POST', `${path}/complete`, {})).at('status'), 'complete');
    // A key alone was seen by nobody.
    const typed = await send(422, { key: 'D7', label: '', seq: 0 });
    assert.equal(typed.at('faults', 0, 'rule'), 'known-row');
  });

  test('a default value that is calculated is there when a form begins, and not again once it is emptied', async () => {
    const text = (name: string, more: object = {}) => ({ type: 'text', name, ...more });
    const elements = [
      text('site'),
      text('copy', { defaultValueExpression: '{site}' }),
      text('day', { inputType: 'date', defaultValueExpression: 'today()' }),
    ];
    const send = async (method: string, path: string, body: object) => {
      const answer = await admin.send(method, `/app/v1/${path}`, { body });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const template = { name: 'Calculated', definition: { elements }, openToAll: true };
    const made = String((await send('POST', 'templates', template)).at('id'));
    await send('POST', `templates/${made}/publish`, {});
    const begun = await send('POST', 'forms', { templateId: made });
    const [id, day] = [begun.at('id'), begun.at('answers', 'day')];
    assert.match(String(day), /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(begun.at('answers'), { day });
    await send('PATCH', `forms/${id}`, { revision: 1, answers: { site: 'Dam' } });
    const done = await send('POST', `forms/${id}/complete`, { revision: 2 });
    assert.deepEqual(done.at('answers'), { site: 'Dam' });
    // By the API alone: once, from the fields that are sent.
    const body = { templateId: made, fields: { site: { text: 'Dam' }, day: null } };
    const posted = await node.request('POST', '/v2/formz', { body });
    const read = await admin.send('GET', `/app/v1/forms/${posted.at('id')}`);
    assert.deepEqual(read.at('answers'), { site: 'Dam', copy: 'Dam' }, posted.text);
  });

  test('whom a form can be assigned to is listed to the last one, by what each is shown as', async () => {
    const boss = await adminBrowser(node);
    const ok = (answer: Answer, status = 200) => {
      assert.equal(answer.status, status, answer.text);
      return answer;
    };
    for (const name of ['Cleo', 'Zora', 'anna']) {
      const body = { userName: `${name}@lists.example`, displayName: name };
      ok(await boss.send('POST', '/app/v1/users', { body }), 201);
      const plain = { userName: `x.${name}.lists` };
      ok(await boss.send('POST', '/app/v1/users', { body: plain }), 201);
      ok(await boss.send('POST', '/app/v1/groups', { body: { displayName: `${name} crew` } }), 201);
    }
    const whole = ok(await ann.send('GET', '/app/v1/assignees?limit=100')).at('items');
    assert.ok(Array.isArray(whole));
    const shown: readonly string[] = whole.map(({ name }) => name);
    assert.ok(['anna', 'Cleo crew', 'x.Zora.lists'].every((name) => shown.includes(name)));
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    for (const [query, wanted] of [
      ['', whole],
      ['type=User', whole.filter(({ type }) => type === 'User')],
      ['type=Group', whole.filter(({ type }) => type === 'Group')],
      ['q=cleo', whole.filter(({ name }) => /cleo/i.test(name))],
    ] as const) {
      const read: unknown[] = [];
      for (let cursor = ''; ; ) {
        const path = `/app/v1/assignees?${query}&limit=2${cursor && `&cursor=${cursor}`}`;
        const page = ok(await ann.send('GET', path));
        const items = page.at('items');
        assert.ok(Array.isArray(items) && items.length <= 2);
        read.push(...items);
        if (page.at('next') === undefined) break;
        cursor = String(page.at('next'));
      }
      assert.deepEqual(read, wanted, query);
    }
  });

  test('a template is listed and found by its name in each language of its published form', async () => {
    const title = { default: 'Harbour walk', de: 'Hafenrundgang' };
    const description = { default: 'Weekly', de: 'Jede Woche', fr: 'Chaque semaine' };
    const definition = { ...DEFINITION, title, description };
    const send = async (path: string, body?: object, method = 'POST') => {
      const answer = await admin.send(method, `/app/v1/templates${path}`, body && { body });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const made = { name: 'Harbour walk', description: 'Weekly', definition };
    const id = String((await send('', made)).at('id'));
    const found = async (q: string) => (await send(`?q=${q}`, undefined, 'GET')).at('items', 0);
    const listed = async (q: string) =>
      (await send(`?q=${q}`, undefined, 'GET')).at('items', 0, 'translations');
    // A draft has said nothing to anybody yet.
    assert.equal(await listed('harbour'), undefined);
    assert.equal(await found('hafen'), undefined);
    await send(`/${id}/publish`);
    assert.deepEqual(await listed('hafen'), {
      de: { name: 'Hafenrundgang', description: 'Jede Woche' },
      fr: { description: 'Chaque semaine' },
    });
    await send(`/${id}`, { definition: DEFINITION }, 'PATCH');
    await send(`/${id}/publish`);
    assert.equal(await listed('harbour'), undefined);
    assert.equal(await found('hafen'), undefined);
  });
});
