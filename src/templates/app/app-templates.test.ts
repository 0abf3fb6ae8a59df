import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { LIST_SHAPE } from '../../../test/support/lists.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';

const PASSWORD = 'four green kettles in march';
const LATER = { elements: [{ type: 'text', name: 'site' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let annId: string;
  let groupId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'ann', displayName: 'Ann', password: PASSWORD },
    });
    annId = String(made.at('id'));
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    const group = await admin.send('POST', '/app/v1/groups', { body: { displayName: 'Crew' } });
    groupId = String(group.at('id'));
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const post = async (path: string, body?: object, status = 200): Promise<Answer> =>
    ok(await admin.send('POST', `/app/v1/templates${path}`, body && { body }), status);
  const make = async (name: string, more: object = {}): Promise<string> =>
    String((await post('', { name, definition: DEFINITION, ...more }, 201)).at('id'));
  const patch = (id: string, body: object) =>
    admin.send('PATCH', `/app/v1/templates/${id}`, { body });
  const read = (id: string, browser = admin) => browser.send('GET', `/app/v1/templates/${id}`);
  const names = async (browser: Browser, query: string): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (let cursor = ''; ; ) {
      const answer = ok(await browser.send('GET', `/app/v1/templates?${query}&cursor=${cursor}`));
      const items = answer.at('items');
      assert.ok(Array.isArray(items));
      found.push(...items.map(({ name }) => name));
      cursor = String(answer.at('next') ?? '');
      if (cursor === '') return found;
    }
  };

  test('a template goes from draft over published to archived and back', async () => {
    const id = await make('Bridge check', { description: 'Twice a year' });
    const draft = ok(await read(id));
    assert.deepEqual(
      [draft.at('status'), draft.at('revision'), draft.at('hasChanges'), draft.at('formCount')],
      ['draft', 1, true, 0],
    );
    assert.deepEqual(draft.at('draftDefinition'), DEFINITION);
    assert.deepEqual(draft.at('versions'), []);
    assert.equal((await admin.send('POST', `/app/v1/templates/${id}/archive`)).status, 409);

    const published = await post(`/${id}/publish`, { revision: 1 });
    assert.deepEqual(
      [published.at('status'), published.at('currentVersion'), published.at('hasChanges')],
      ['published', 1, false],
    );
    assert.equal(published.at('versions', 0, 'publishedBy', 'id'), node.account.userId);
    // The same request again, as after a lost response, adds no second version.
    assert.equal((await post(`/${id}/publish`, {})).at('versions', 1), undefined);

    const changed = ok(await patch(id, { definition: LATER, description: null }));
    assert.deepEqual([changed.at('hasChanges'), changed.at('description')], [true, undefined]);
    const back = ok(await patch(id, { definition: DEFINITION }));
    assert.equal(back.at('hasChanges'), false);
    ok(await patch(id, { definition: LATER }));
    assert.equal((await post(`/${id}/publish`, {})).at('currentVersion'), 2);
    const first = ok(await admin.send('GET', `/app/v1/templates/${id}/versions/1`));
    assert.deepEqual(first.at('definition'), DEFINITION);
    for (const number of ['3', '0', '-1', 'x', '99999999999']) {
      const none = await admin.send('GET', `/app/v1/templates/${id}/versions/${number}`);
      assert.equal(none.status, 404, number);
    }

    assert.equal((await post(`/${id}/archive`)).at('status'), 'archived');
    assert.equal((await patch(id, { name: 'x' })).status, 409);
    assert.equal((await post(`/${id}/restore`)).at('status'), 'published');
  });

  test('a template that was never published is deleted with all that is its own, and no published one is', async () => {
    const sites = { body: { name: 'Sites', ...LIST_SHAPE } };
    const listId = String(ok(await admin.send('POST', '/app/v1/lists', sites), 201).at('id'));
    const definition = { elements: [{ type: 'sharedlist', name: 'site', list: listId }] };
    const id = await make('Mistaken walk', { definition, groupIds: [groupId] });
    const at = `/app/v1/templates/${id}`;
    ok(await admin.send('PUT', `${at}/brand`, { body: { accent: '#336699' } }));
    const rule = { action: 'delete', days: 9, countedFrom: 'creation' };
    ok(await admin.send('PUT', `${at}/retention`, { body: rule }));
    const remove = (query = '', browser = admin) => browser.send('DELETE', `${at}${query}`);
    const used = await admin.send('DELETE', `/app/v1/lists/${listId}`);
    assert.deepEqual([used.status, used.at('code')], [409, 'list-used']);
    assert.equal((await remove('', ann)).status, 403);
    const stale = await remove('?revision=7');
    assert.deepEqual([stale.status, stale.at('currentRevision')], [412, 1]);

    ok(await remove('?revision=1'), 204);
    assert.equal((await read(id)).status, 404);
    assert.equal((await remove()).status, 404);
    assert.ok(!(await names(admin, 'q=mistaken')).includes('Mistaken walk'));
    // Nothing of it is left that would hold a list, be applied to forms, or be found by nobody.
    ok(await admin.send('DELETE', `/app/v1/lists/${listId}`), 204);
    const { reader } = node.services.db;
    const left = [
      'template_lists',
      'template_grants',
      'template_groups',
      'template_brands',
    ] as const;
    for (const table of [...left, 'retention_rules'] as const) {
      const rows = await reader
        .selectFrom(table)
        .selectAll()
        .where('template_id', '=', id)
        .execute();
      assert.deepEqual(rows, [], table);
    }

    const kept = await make('Published once');
    await post(`/${kept}/publish`, {});
    for (const status of ['published', 'archived']) {
      const refused = await admin.send('DELETE', `/app/v1/templates/${kept}`);
      assert.deepEqual([refused.status, refused.at('reason')], [409, 'template-was-published']);
      assert.equal((await read(kept)).at('status'), status);
      if (status === 'published') await post(`/${kept}/archive`);
    }
  });

  test('who changes what somebody else changed meanwhile is told, and nothing is lost', async () => {
    const id = await make('Contested');
    ok(await patch(id, { revision: 1, name: 'Mine' }));
    const late = await patch(id, { revision: 1, name: 'Yours' });
    assert.deepEqual(
      [late.status, late.at('code'), late.at('currentRevision')],
      [412, 'precondition-failed', 2],
    );
    const unread = await admin.send('POST', `/app/v1/templates/${id}/publish`, {
      body: { revision: 1 },
    });
    assert.equal(unread.status, 412);
    assert.deepEqual(
      [(await read(id)).at('name'), (await read(id)).at('status')],
      ['Mine', 'draft'],
    );
  });

  test('an empty form is not published, nor is what we refuse stored', async () => {
    const id = await make('Empty', { definition: {} });
    const answer = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    assert.deepEqual([answer.status, answer.at('code')], [422, 'invalid-definition']);
    const html = { elements: [{ type: 'html', name: 'x', html: '<script>' }] };
    const refused = await patch(id, { definition: html });
    assert.deepEqual([refused.status, refused.at('at')], [422, 'elements[0].type']);
    assert.deepEqual((await read(id)).at('draftDefinition'), {});
    const unknown = await patch(id, { status: 'published' });
    assert.deepEqual([unknown.status, unknown.at('at')], [400, 'status']);
  });

  test('a definition is checked as a whole: what is wrong, what can be taken in, which fields it has', async () => {
    const definition = {
      logo: 'https://x.example/a.png',
      elements: [
        { type: 'text', name: 'site', title: '<b>Site</b>', onClick: 'x' },
        { type: 'html', name: 'h', html: '<script>alert(1)</script>' },
        { type: 'text', name: 'Site' },
        { type: 'text', name: 'when', visibleIf: '{site} = (' },
        { type: 'text', name: 'why', visibleIf: 'fetch({site})' },
      ],
    };
    const found = await post('/check', { definition });
    const faults = found.at('faults');
    assert.ok(Array.isArray(faults));
    assert.deepEqual(
      faults.map(({ at }) => at),
      [
        'logo',
        'elements[0].onClick',
        'elements[1].type',
        'elements[2].name',
        'elements[4].visibleIf',
        'elements[3].visibleIf',
      ],
    );
    assert.equal(found.at('fields', 0, 'title'), '<b>Site</b>');
    assert.deepEqual(found.at('accepted', 'elements', 2), { type: 'text', name: 'why' });
    assert.equal(found.at('accepted', 'logo'), undefined);
    for (const odd of [[], 'x', null, 7]) {
      assert.equal((await post('/check', { definition: odd })).at('faults', 0, 'at'), '');
    }
    const unread = await make('Unreadable', {
      definition: { elements: [{ type: 'text', name: 'a', visibleIf: '{b} = (' }] },
    });
    const answer = await admin.send('POST', `/app/v1/templates/${unread}/publish`, { body: {} });
    assert.deepEqual(
      [answer.status, answer.at('code'), answer.at('faults', 0, 'at')],
      [422, 'invalid-definition', 'elements[0].visibleIf'],
    );
    assert.equal((await read(unread)).at('status'), 'draft');
  });

  test('a preview says what completing would say', async () => {
    const body = { definition: DEFINITION, answers: { notes: 'wet', other: 1 }, locale: 'de' };
    const answer = await post('/preview', body);
    assert.equal(answer.at('ok'), false);
    assert.deepEqual(
      [answer.at('faults', 0, 'kind'), answer.at('faults', 1, 'kind'), answer.at('answers')],
      ['unknown', 'required', { notes: 'wet' }],
    );
    const whole = await post('/preview', { ...body, answers: { site: 'Dam' } });
    assert.deepEqual([whole.at('ok'), whole.at('faults')], [true, []]);
    const refused = await admin.send('POST', '/app/v1/templates/preview', {
      body: { ...body, definition: { triggers: [] } },
    });
    assert.deepEqual([refused.status, refused.at('at')], [422, 'triggers']);
  });

  test('a definition of 10 MB is refused before anybody looks into it', async () => {
    const definition = { title: 'x'.repeat(10_000_000) };
    for (const path of ['/check', '']) {
      const body = { ...(path === '' && { name: 'Large' }), definition };
      const answer = await admin.send('POST', `/app/v1/templates${path}`, { body });
      assert.deepEqual([answer.status, answer.at('code')], [413, 'body-too-large']);
    }
    const large = { title: 'x'.repeat(2_200_000) };
    const answer = await post('/check', { definition: large });
    assert.equal(answer.at('accepted'), undefined);
  });

  test('people find the published templates that are for them, and nothing of a draft', async () => {
    const open = await make('Seen by all');
    await make('Seen while a draft');
    const forCrew = await make('Seen by the crew', { groupIds: [groupId] });
    for (const id of [open, forCrew]) await post(`/${id}/publish`, {});
    ok(await patch(open, { definition: LATER }));
    assert.deepEqual(await names(ann, 'q=crew'), []);
    for (const limit of [1, 2, 50]) {
      const query = `q=SEEN&limit=${limit}`;
      assert.deepEqual(await names(ann, query), ['Seen by all']);
      assert.deepEqual(await names(admin, query), [
        'Seen by all',
        'Seen by the crew',
        'Seen while a draft',
      ]);
      assert.deepEqual(await names(admin, `${query}&usable=true`), [
        'Seen by all',
        'Seen by the crew',
      ]);
    }
    assert.deepEqual(await names(ann, 'q=seen&status=draft'), []);
    assert.equal((await read(forCrew, ann)).status, 404);
    const shown = ok(await read(open, ann));
    for (const hidden of ['draftDefinition', 'groupIds', 'groups', 'formCount']) {
      assert.equal(shown.at(hidden), undefined, hidden);
    }
    const version = await ann.send('GET', `/app/v1/templates/${open}/versions/1`);
    assert.deepEqual(ok(version).at('definition'), DEFINITION);
    await post(`/${open}/publish`, {});
    assert.equal((await ann.send('GET', `/app/v1/templates/${open}/versions/1`)).status, 404);

    const join = { body: { add: [annId] } };
    ok(await admin.send('POST', `/app/v1/groups/${groupId}/members`, join), 204);
    assert.deepEqual(await names(ann, 'q=seen'), ['Seen by all', 'Seen by the crew']);
    assert.deepEqual(await names(ann, 'q=CREW%20b'), ['Seen by the crew']);
    ok(await read(forCrew, ann));
    const detail = ok(await read(forCrew));
    assert.deepEqual(detail.at('groups'), [{ id: groupId, name: 'Crew' }]);
    const stolen = (await admin.send('GET', '/app/v1/templates?limit=1')).at('next');
    const answer = await ann.send('GET', `/app/v1/templates?limit=1&cursor=${stolen}`);
    assert.deepEqual([answer.status, answer.at('at')], [400, 'cursor']);
  });

  test('an admin takes over a template that is shared with 1000 groups, and deleted groups make room', async () => {
    const { services, account } = node;
    const groups = Array.from({ length: 1000 }, () => services.ids.next());
    const rows = groups.map((id, i) => ({
      ...{ account_id: account.accountId, id, external_id: null, origin: 'local' as const },
      ...{ display_name: `Crew ${i}`, display_name_key: `crew ${i}`, version: 1 },
      ...{ attributes: '{}', folded: '{}', created_at: 1, updated_at: 1 },
    }));
    await services.db.transaction((tx) => tx.insertInto('groups').values(rows).execute());
    const id = await make('Canteen', { groupIds: groups });
    await post(`/${id}/take-rights`);
    const body = { fill: false, see: 'all', edit: false, assign: false, manage: false };
    const give = (subject = '') =>
      admin.send('PUT', `/app/v1/templates/${id}/rights/${subject}`, { body });
    const refuses = ({ at, text }: Answer) => assert.equal(at('reason'), 'most-items', text);
    refuses(await give(annId));
    // Others change what they have, however many there are.
    ok(await give(groups[0]));

    for (const gone of groups.slice(0, 2)) {
      ok(await admin.send('DELETE', `/app/v1/groups/${gone}`), 204);
    }
    const left = ok(await give(annId)).at('items');
    assert.ok(Array.isArray(left));
    assert.equal(left.length, 1000);
    refuses(await give('designers'));

    // Sharing with other groups is no way around the limit, and sharing with fewer always works.
    const share = async (groupIds: readonly string[]) => {
      await services.db.transaction((tx) =>
        tx
          .updateTable('template_grants')
          .set({ see: 'all' })
          .where('template_id', '=', id)
          .execute(),
      );
      return patch(id, { groupIds });
    };
    ok(await share([groupId]));
    const another = await admin.send('POST', '/app/v1/groups', {
      body: { displayName: 'Kitchen' },
    });
    refuses(await share([String(another.at('id'))]));
    ok(await share([]));
  });

  test('the number of forms follows what is made and deleted', async () => {
    const id = await make('Counted');
    await post(`/${id}/publish`, {});
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'web' } as const;
    const { form } = await db.transaction((tx) => forms.createForm(tx, by, { templateId: id }));
    await db.transaction((tx) => forms.createForm(tx, by, { templateId: id }));
    assert.equal((await read(id)).at('formCount'), 2);
    await db.transaction((tx) => forms.removeForm(tx, by, form.id));
    const list = await admin.send('GET', '/app/v1/templates?q=counted');
    assert.deepEqual([list.at('items', 0, 'formCount'), (await read(id)).at('revision')], [1, 2]);
  });

  test('pages of rows go on past drafts that hide the table, and none reads more than some megabytes', async () => {
    const columns = [{ name: 'part', cellType: 'text' }];
    const definition = {
      elements: [
        { type: 'boolean', name: 'hidden' },
        { type: 'matrixdynamic', name: 'parts', columns, visibleIf: '{hidden} <> true' },
      ],
    };
    const id = await make('Parts', { definition });
    await post(`/${id}/publish`, {});
    const fill = async (answers: object) => {
      const body = { templateId: id, answers };
      ok(await admin.send('POST', '/app/v1/forms', { body }), 201);
    };
    // Five of the large ones are too much for a page, and 201 small ones are too many.
    const [drafts, length] = IS_DEEP ? [201, 9] : [5, 900_000];
    for (let at = 0; at < drafts; at += 1) {
      await fill({ hidden: true, parts: [{ part: 'x'.repeat(length) }] });
    }
    await fill({ parts: [{ part: 'Rope' }, { part: 'Hook' }] });
    const path = `/app/v1/templates/${id}/answers/rows?sort=number&limit=1`;
    const first = ok(await admin.send('GET', path));
    assert.deepEqual(first.at('items'), []);
    const next = ok(await admin.send('GET', `${path}&cursor=${first.at('next')}`));
    const rows = [0, 1].map((at) => [next.at('items', at, 'number'), next.at('items', at, 'row')]);
    assert.deepEqual(rows, [
      [drafts + 1, 1],
      [drafts + 1, 2],
    ]);
    assert.deepEqual([next.at('items', 2), next.at('next')], [undefined, undefined]);
  });

  test('a field that is named many times is added up once', async () => {
    const id = await make('Sums');
    await post(`/${id}/publish`, {});
    const list = ok(await admin.send('GET', `/app/v1/templates/${id}/answers`));
    const field = list.at('fields', 0, 'id');
    const fields = Array.from({ length: 51 }, () => field).join(',');
    const path = `/app/v1/templates/${id}/answers/sums?fields=${fields}`;
    const sums = ok(await admin.send('GET', path));
    assert.deepEqual([sums.at('fields', 0, 'id'), sums.at('fields', 1)], [field, undefined]);
  });
});
