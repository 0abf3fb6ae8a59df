// Work that is sent to people: what each of them sees and may do, and what becomes of it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const DAY_MS = 86_400_000;
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'text', name: 'level', title: 'Level', inputType: 'number' },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  const people = new Map<string, { readonly id: string; readonly browser: Browser }>();
  let groupId: string;

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    for (const name of ['ann', 'bob', 'cem']) {
      const body = { userName: name, displayName: name.toUpperCase(), password: PASSWORD };
      const id = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
      const browser = openBrowser(node);
      await browser.signIn(name, PASSWORD);
      people.set(name, { id, browser });
    }
    const group = {
      displayName: 'Crew',
      members: [{ value: idOf('ann') }, { value: idOf('bob') }],
    };
    groupId = String(
      (await node.request('POST', '/scim/v2/Groups', { body: { schemas: [GROUP], ...group } })).at(
        'id',
      ),
    );
    templateId = await publish('Inspection');
  });
  after(() => node.close());

  const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
  const idOf = (name: string): string => people.get(name)?.id ?? assert.fail(name);
  const as = (name: string): Browser => people.get(name)?.browser ?? assert.fail(name);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const publish = async (name: string, more: object = {}): Promise<string> => {
    const body = { name, definition: { ...DEFINITION, ...more }, openToAll: true };
    const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    return id;
  };
  const inMs = (ms: number): string => new Date(node.services.clock.now() + ms).toISOString();
  const to = (name: string) => ({ type: 'User', id: idOf(name) });
  const post = (body: object) => node.request('POST', '/v2/assignments', { body });
  const send = async (more: object = {}): Promise<string> => {
    const body = { templateId, assignee: to('ann'), ...more };
    return String(ok(await post(body), 201).at('assignments', 0, 'id'));
  };
  const read = async (id: string): Promise<Answer> =>
    ok(await node.request('GET', `/v2/assignments/${id}`));
  const begin = (name: string, id: string, body: object = {}) =>
    as(name).send('POST', `/app/v1/assignments/${id}/form`, { body });
  const mine = async (name: string): Promise<readonly string[]> => {
    const list = ok(
      await as(name).send('GET', '/app/v1/assignments?mine=true&state=waiting,begun'),
    );
    return Object(list.body).items.map(({ id }: { id: string }) => id);
  };

  test('whoever gets work begins its form with what the sender filled in, and completing it is doing it', async () => {
    const dueDate = inMs(DAY_MS);
    const id = await send({
      dueDate,
      fields: { site: { text: 'Weir' } },
      instructions: 'Bring the key.',
      priority: 'high',
    });
    assert.ok((await mine('ann')).includes(id));
    assert.ok(!(await mine('bob')).includes(id));
    const form = ok(await begin('ann', id), 201);
    assert.deepEqual([form.at('answers', 'site'), form.at('dueAt')], ['Weir', dueDate]);
    assert.equal(form.at('instructions'), 'Bring the key.', 'the form brings what is to be done');
    const begun = await read(id);
    assert.deepEqual(
      [begun.at('state'), begun.at('formId'), begun.at('instructions'), begun.at('priority')],
      ['begun', form.at('id'), 'Bring the key.', 'high'],
    );
    const complete = { revision: form.at('revision'), answers: { site: 'Weir', level: 3 } };
    ok(await as('ann').send('POST', `/app/v1/forms/${form.at('id')}/complete`, { body: complete }));
    const done = await read(id);
    assert.deepEqual([done.at('state'), done.at('late')], ['done', false]);
    assert.ok(!(await mine('ann')).includes(id));
    ok(await admin.send('POST', `/app/v1/forms/${form.at('id')}/reopen`, { body: {} }));
    assert.equal((await read(id)).at('state'), 'begun');
  });

  test('the form is made from the version that is published when somebody begins', async () => {
    const own = await publish('Moving');
    const id = await send({
      templateId: own,
      fields: { site: { text: 'Weir' }, level: { value: 4 } },
    });
    const changed = {
      elements: [
        { type: 'text', name: 'level', inputType: 'number' },
        { type: 'text', name: 'new' },
      ],
    };
    const template = ok(await admin.send('GET', `/app/v1/templates/${own}`));
    const body = { revision: template.at('revision'), definition: changed };
    ok(await admin.send('PATCH', `/app/v1/templates/${own}`, { body }));
    ok(await admin.send('POST', `/app/v1/templates/${own}/publish`, { body: {} }));
    const form = ok(await begin('ann', id), 201);
    assert.equal(form.at('versionNumber'), 2);
    assert.deepEqual(form.at('answers'), { level: 4 });
  });

  test('each member of a group gets work of their own, or the first who begins takes it over', async () => {
    const group = { type: 'Group', id: groupId };
    const each = ok(await post({ templateId, assignee: { ...group, mode: 'each' } }), 201);
    const sent: readonly { assignee: { id: string } }[] = Object(each.body).assignments;
    assert.deepEqual(
      sent.map(({ assignee }) => assignee.id).toSorted(),
      [idOf('ann'), idOf('bob')].toSorted(),
    );
    const shared = await send({ assignee: { ...group, mode: 'shared' } });
    assert.ok((await mine('ann')).includes(shared) && (await mine('bob')).includes(shared));
    assert.equal((await begin('cem', shared)).status, 404);
    const form = ok(await begin('bob', shared), 201);
    assert.ok(!(await mine('ann')).includes(shared));
    const second = await begin('ann', shared);
    assert.deepEqual([second.status, second.at('code')], [404, 'not-found']);
    // Its form is deleted: it waits for the group again, and comes back with the form.
    ok(await as('bob').send('DELETE', `/app/v1/forms/${form.at('id')}`), 204);
    const waiting = await read(shared);
    assert.deepEqual(
      [waiting.at('state'), waiting.at('assignee', 'id'), waiting.at('formId')],
      ['waiting', groupId, null],
    );
    ok(await admin.send('POST', `/app/v1/forms/${form.at('id')}/restore`, { body: {} }));
    assert.deepEqual((await read(shared)).at('formId'), form.at('id'));
  });

  test('a reference makes nothing twice, alone and among many, and tells when it means something else', async () => {
    const first = await send({ reference: 'order-7' });
    const again = ok(await post({ templateId, assignee: to('ann'), reference: 'order-7' }));
    assert.equal(again.at('assignments', 0, 'id'), first);
    const group = { type: 'Group', id: groupId };
    const other = await post({ templateId, assignee: group, reference: 'order-7' });
    assert.deepEqual([other.status, other.at('code')], [409, 'reference-used']);
    const many = {
      assignments: [
        { templateId, assignee: to('bob'), reference: 'order-8' },
        { templateId, assignee: to('ann'), reference: 'order-7' },
        {
          templateId,
          assignee: to('bob'),
          reference: 'order-9',
          fields: { nothing: { text: 'x' } },
        },
        { templateId, assignee: { type: 'User', id: templateId }, reference: 'order-10' },
      ],
    };
    const results = Object(ok(await post(many)).body).results;
    assert.deepEqual(
      results.map((each: { status: number; error?: { code: string } }) => [
        each.status,
        each.error?.code,
      ]),
      [
        [201, undefined],
        [200, undefined],
        [422, 'invalid-answers'],
        [400, 'unknown-assignee'],
      ],
    );
    const bare = await post({ assignments: [{ templateId, assignee: to('bob') }] });
    assert.deepEqual([bare.status, bare.at('at')], [400, 'assignments[0].reference']);
  });

  test('ten requests with one reference at once make one assignment', async () => {
    const body = { templateId, assignee: to('bob'), reference: 'order-at-once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body)));
    const ids = new Set(answers.map((answer) => answer.at('assignments', 0, 'id')));
    assert.equal(ids.size, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  });

  test('it is handed on, postponed and cancelled, its form follows, and the history tells what changed', async () => {
    const id = await send({ dueDate: inMs(DAY_MS) });
    const change = (body: object, headers = {}) =>
      node.request('PATCH', `/v2/assignments/${id}`, { body, headers });
    const later = inMs(2 * DAY_MS);
    ok(
      await change(
        { assignee: to('bob'), dueDate: later, instructions: 'Soon.' },
        { 'if-match': '"1"' },
      ),
    );
    const stale = await change({ priority: 'high' }, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.at('currentRevision')], [412, 2]);
    assert.ok(!(await mine('ann')).includes(id));
    const formId = String(ok(await begin('bob', id), 201).at('id'));
    const latest = inMs(3 * DAY_MS);
    ok(await change({ assignee: to('cem'), dueDate: latest }));
    const form = ok(await as('cem').send('GET', `/app/v1/forms/${formId}`));
    assert.deepEqual([form.at('assignee', 'id'), form.at('dueAt')], [idOf('cem'), latest]);
    // Whoever changes the form changes the assignment.
    const soon = inMs(DAY_MS / 2);
    const moved = { assignment: to('ann'), dueDate: soon };
    ok(await node.request('PATCH', `/v2/formz/${formId}`, { body: moved }));
    const followed = await read(id);
    assert.deepEqual([followed.at('assignee', 'id'), followed.at('dueDate')], [idOf('ann'), soon]);
    const cancelled = ok(await node.request('POST', `/v2/assignments/${id}/cancel`));
    assert.deepEqual([cancelled.at('state'), cancelled.at('dueDate')], ['cancelled', soon]);
    const left = ok(await as('ann').send('GET', `/app/v1/forms/${formId}`));
    assert.deepEqual([left.at('status'), left.at('dueAt')], ['draft', undefined]);
    const ended = await change({ priority: 'high' });
    assert.deepEqual([ended.status, ended.at('code')], [409, 'assignment-state']);
    const history: readonly { action: string }[] = Object((await read(id)).body).history;
    assert.deepEqual(
      history.map(({ action }) => action),
      ['send', 'change', 'begin', 'change', 'cancel'],
    );
  });

  test('a person declines with a reason, and only their own', async () => {
    const id = await send();
    const decline = (name: string) =>
      as(name).send('POST', `/app/v1/assignments/${id}/decline`, { body: { reason: 'On leave' } });
    assert.equal((await decline('bob')).status, 404);
    ok(await decline('ann'));
    const declined = await read(id);
    assert.deepEqual(
      [declined.at('state'), declined.at('declineReason')],
      ['declined', 'On leave'],
    );
    const begun = await begin('ann', id);
    assert.deepEqual([begun.status, begun.at('code')], [409, 'assignment-state']);
  });

  test('where the published template forbids declining, no door lets anybody, until a version allows it', async () => {
    const own = await publish('Duty', { allowDeclining: false });
    const [id, begun] = [await send({ templateId: own }), await send({ templateId: own })];
    ok(await begin('ann', begun), 201);
    const admins = await send({
      templateId: own,
      assignee: { type: 'User', id: node.account.userId },
    });
    const body = { reason: 'No' };
    const decline = (one: string) =>
      as('ann').send('POST', `/app/v1/assignments/${one}/decline`, { body });
    const byProgram = await node.request('POST', `/v2/assignments/${admins}/decline`, { body });
    for (const refused of [byProgram, await decline(id), await decline(begun)]) {
      assert.deepEqual([refused.status, refused.at('reason')], [403, 'no-declining']);
    }
    assert.equal((await read(id)).at('declinable'), false);
    const path = `/app/v1/templates/${own}`;
    const revision = (await admin.send('GET', path)).at('revision');
    ok(await admin.send('PATCH', path, { body: { revision, definition: DEFINITION } }));
    ok(await admin.send('POST', `${path}/publish`, { body: {} }));
    assert.equal((await read(id)).at('declinable'), true);
    ok(await decline(id));
  });

  test('work that is not shown yet is not among that of its person, and the late come first', async () => {
    const hidden = await send({ notBefore: inMs(DAY_MS), dueDate: inMs(2 * DAY_MS) });
    const late = await send({ dueDate: inMs(-DAY_MS) });
    const never = await send();
    const seen = await mine('ann');
    assert.ok(!seen.includes(hidden));
    assert.ok(seen.indexOf(late) < seen.indexOf(never));
    const overdue = ok(await node.request('GET', '/v2/assignments?overdue=true&pageSize=100'));
    const found: readonly { id: string; late: boolean }[] = Object(overdue.body);
    assert.ok(found.some(({ id }) => id === late) && found.every((each) => each.late));
  });

  test('a list reads on to its end, each assignment once, in one order', async () => {
    const own = await publish('Many');
    const due = [3, 1, 2, undefined, 1, 2, undefined];
    for (const days of due) {
      await send({ templateId: own, ...(days !== undefined && { dueDate: inMs(days * DAY_MS) }) });
    }
    const found: { id: string; dueDate: string | null }[] = [];
    let path: string | undefined = `/v2/assignments?template=${own}&pageSize=2`;
    while (path !== undefined) {
      const page: Answer = ok(await node.request('GET', path));
      found.push(...Object(page.body));
      path = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    assert.equal(new Set(found.map(({ id }) => id)).size, due.length);
    const keys = found.map(({ dueDate }) => dueDate ?? '9');
    assert.deepEqual(keys, keys.toSorted());
  });

  test('each person is counted as the list has them, and only for those who see all of it', async () => {
    const own = await publish('Counted');
    const group = { type: 'Group', id: groupId };
    await send({ templateId: own, dueDate: inMs(-DAY_MS) });
    const ended = await send({ templateId: own });
    ok(await node.request('POST', `/v2/assignments/${ended}/cancel`));
    await send({ templateId: own, assignee: to('bob') });
    ok(
      await begin(
        'bob',
        await send({ templateId: own, assignee: to('bob'), dueDate: inMs(-DAY_MS) }),
      ),
      201,
    );
    await send({ templateId: own, assignee: { ...group, mode: 'shared' } });
    const people = ok(await admin.send('GET', `/app/v1/assignments/people?template=${own}`));
    const counted: readonly { id: string; type: string; late: number }[] = Object(
      people.body,
    ).items;
    assert.deepEqual(
      counted.map(({ id, type, late }) => [id, type, late]),
      [
        [idOf('bob'), 'User', 1],
        [idOf('ann'), 'User', 1],
        [groupId, 'Group', 0],
      ],
    );
    for (const { id } of counted) {
      const listed = ok(
        await admin.send('GET', `/app/v1/assignments?template=${own}&assignee=${id}`),
      );
      const items: readonly { state: string; late: boolean }[] = Object(listed.body).items;
      const { late, ...states } = Object(counted.find((each) => each.id === id));
      for (const state of ['waiting', 'begun', 'done', 'declined', 'cancelled']) {
        assert.equal(states[state], items.filter((each) => each.state === state).length, state);
      }
      assert.equal(late, items.filter((each) => each.late).length);
    }
    const some = ok(await as('cem').send('GET', `/app/v1/assignments/people?template=${own}`));
    assert.deepEqual(some.body, { items: [], isWhole: false });
  });

  test('somebody without rights on the template sees what they sent and what they have, and nothing else', async () => {
    const order = { templateId, assignee: to('bob') };
    const give = async () =>
      ok(await as('cem').send('POST', '/app/v1/assignments', { body: order }), 201);
    const id = String((await give()).at('assignments', 0, 'id'));
    const foreign = await send();
    const listed = ok(await as('cem').send('GET', '/app/v1/assignments?limit=100'));
    const ids: readonly string[] = Object(listed.body).items.map((each: { id: string }) => each.id);
    assert.ok(ids.includes(id) && !ids.includes(foreign));
    assert.equal((await as('cem').send('GET', `/app/v1/assignments/${foreign}`)).status, 404);
    const cancelled = await as('cem').send('POST', `/app/v1/assignments/${id}/cancel`);
    assert.equal(cancelled.at('state'), 'cancelled');
    // The sender's work that has begun: they may say until when, but not take over what somebody typed.
    const next = await give();
    const path = `/app/v1/assignments/${next.at('assignments', 0, 'id')}`;
    ok(await begin('bob', String(next.at('assignments', 0, 'id'))), 201);
    ok(await as('cem').send('PATCH', path, { body: { dueDate: inMs(DAY_MS) } }));
    const taken = await as('cem').send('PATCH', path, { body: { assignee: to('cem') } });
    assert.equal(taken.status, 404);
  });

  test('what nobody could do is refused, and says why', async () => {
    const unpublished = { name: 'Draft', definition: DEFINITION };
    const draft = ok(await admin.send('POST', '/app/v1/templates', { body: unpublished }), 201);
    const nobody = await node.request('PATCH', `/scim/v2/Users/${idOf('cem')}`, {
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      },
    });
    ok(nobody);
    for (const [body, status, code] of [
      [{ templateId: draft.at('id'), assignee: to('ann') }, 409, 'template-state'],
      [{ templateId, assignee: to('cem') }, 400, 'unknown-assignee'],
      [{ templateId, assignee: to('ann'), dueDate: '2027-01-31' }, 400, 'invalid-value'],
      [{ templateId, assignee: to('ann'), priority: 'urgent' }, 400, 'invalid-value'],
      [{ templateId, assignee: to('ann'), reference: ' ' }, 400, 'invalid-value'],
      [{ templateId: idOf('ann'), assignee: to('ann') }, 404, 'not-found'],
      [
        { templateId, assignee: to('ann'), fields: { level: { value: 'much' } } },
        422,
        'invalid-answers',
      ],
    ] as const) {
      const refused = await post(body);
      assert.deepEqual([refused.status, refused.at('code')], [status, code], refused.text);
    }
    const bad = await node.request('GET', '/v2/assignments?state=lost');
    assert.deepEqual([bad.status, bad.at('at')], [400, 'state']);
  });
});
