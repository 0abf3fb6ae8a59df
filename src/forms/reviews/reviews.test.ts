import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import { createReviewWorld, ok, type ReviewWorld } from '../../../test/support/review-world.ts';

const MISSING = '01890a5d-ac96-774b-bcce-b302099a8057';

forEachEngine((engine) => {
  let world: ReviewWorld;
  let templateId: string;
  before(async () => {
    world = await createReviewWorld(engine);
    const { rex, rita, panel } = world;
    templateId = await world.template({
      steps: [{ by: 'people', people: [rex.id, rita.id] }],
      fallback: panel,
    });
  });
  after(() => world.node.close());

  const v2 = async (id: string): Promise<Answer> =>
    ok(await world.node.request('GET', `/v2/formz/${id}`));
  const stateOf = async (id: string) => {
    const form = await v2(id);
    return [form.at('status', 'status'), form.at('review') && form.at('review', 'state')];
  };
  const historyOf = async (id: string): Promise<readonly string[]> =>
    Object((await world.detail(world.admin, id)).at('history')).map(
      ({ action }: { action: string }) => action,
    );

  test('a completed form of a template with reviewers waits for them, and for nobody else', async () => {
    const { ann, rex, rita, boss } = world;
    const id = await world.complete(ann, templateId);
    const form = await v2(id);
    assert.deepEqual(
      [form.at('status', 'status'), form.at('review', 'state'), form.at('review', 'step')],
      ['complete', 'in-review', 1],
    );
    assert.equal(form.at('review', 'by', 'id'), ann.id);
    for (const reviewer of [rex, rita]) {
      assert.ok((await world.waiting(reviewer)).includes(id));
      assert.equal(ok(await world.detail(reviewer, id)).at('may', 'review'), true);
      const all = ok(await reviewer.send('GET', '/app/v1/forms?scope=all'));
      assert.ok(all.text.includes(id), 'lists agree with the single form');
    }
    assert.deepEqual(await world.waiting(boss), []);
    assert.equal((await world.detail(boss, id)).status, 404);
    const own = ok(await world.detail(ann, id));
    assert.deepEqual([own.at('may', 'review'), own.at('may', 'takeBack')], [false, true]);
    assert.equal((await world.decide(ann, id, { decision: 'approve' })).status, 403);
    assert.equal((await world.decide(boss, id, { decision: 'approve' })).status, 404);
    assert.deepEqual(await historyOf(id), ['create', 'complete', 'submit']);
  });

  test('a correction of a form in review is shown as the list shows the form', async () => {
    const { admin, ann } = world;
    const id = await world.complete(ann, templateId);
    const list = async () => ok(await admin.send('GET', `/app/v1/templates/${templateId}/answers`));
    const first = await list();
    const { id: field } = Object(first.at('fields', 0));
    const body = { value: 'Lock 7', revision: await world.revision(id) };
    const cell = `/app/v1/forms/${id}/answers/${field}`;
    const row = Object(ok(await admin.send('PUT', cell, { body })).at('row'));
    const listed = Object((await list()).at('items')).find(
      (item: { id: string }) => item.id === id,
    );
    assert.deepEqual(row, listed);
    assert.equal(row.review, 'in-review');
  });

  test('a form of a template without reviewers has no review', async () => {
    const id = await world.complete(world.ann, await world.template(undefined));
    assert.deepEqual(await stateOf(id), ['complete', null]);
    const refused = await world.decide(world.admin, id, { decision: 'approve' });
    assert.deepEqual([refused.status, refused.at('reason')], [409, 'not-in-review']);
  });

  test('a reviewer approves, and no longer sees the form', async () => {
    const { ann, rex } = world;
    const id = await world.complete(ann, templateId);
    const revision = await world.revision(id);
    const decided = ok(await world.decide(rex, id, { decision: 'approve', remark: 'Well done' }));
    assert.deepEqual(
      [decided.at('status'), decided.at('review', 'state'), decided.at('review', 'by', 'name')],
      ['complete', 'approved', 'rex'],
    );
    assert.ok(!(await world.waiting(rex)).includes(id));
    assert.equal((await world.detail(rex, id)).status, 404);
    assert.equal(ok(await world.detail(ann, id)).at('review', 'remark'), 'Well done');
    const again = { decision: 'approve', remark: 'Well done', revision };
    ok(await world.decide(rex, id, again));
    assert.deepEqual(await historyOf(id), ['create', 'complete', 'submit', 'approve']);
  });

  test('of two reviewers at once, the second is told who decided, and how', async () => {
    const { ann, rex, rita } = world;
    const id = await world.complete(ann, templateId);
    const revision = await world.revision(id);
    const body = { decision: 'reject', revision };
    const [one, other] = await Promise.all([
      world.decide(rex, id, body),
      world.decide(rita, id, { ...body, decision: 'approve' }),
    ]);
    const [first, second] = one.status === 200 ? [one, other] : [other, one];
    ok(first);
    assert.deepEqual([second.status, second.at('reason')], [412, 'review-decided'], second.text);
    const winner = first.at('review', 'by', 'name');
    assert.deepEqual(
      [second.at('decided', 'state'), second.at('decided', 'by', 'name')],
      [first.at('review', 'state'), winner],
    );
    assert.match(String(second.at('detail')), new RegExp(`^${String(winner)} (approved|rejected)`));
  });

  test('sending back needs a remark, and makes the form a draft that says what to correct', async () => {
    const { ann, rex } = world;
    const id = await world.complete(ann, templateId);
    const silent = await world.decide(rex, id, { decision: 'send-back', remark: '  ' });
    assert.deepEqual([silent.status, silent.at('reason')], [400, 'remark-missing']);
    const unknown = { decision: 'send-back', fields: [{ field: 'sight', remark: 'Which one?' }] };
    assert.deepEqual((await world.decide(rex, id, unknown)).at('at'), 'fields[0].field');
    const fields = [{ field: 'site', remark: 'Which one?' }];
    ok(await world.decide(rex, id, { decision: 'send-back', remark: 'Nearly', fields }));
    assert.deepEqual(await stateOf(id), ['draft', 'sent-back']);
    const shown = ok(await world.detail(ann, id));
    assert.deepEqual(
      [shown.at('review', 'remark'), shown.at('review', 'remarks'), shown.at('may', 'edit')],
      ['Nearly', fields, true],
    );
    const form = await v2(id);
    assert.deepEqual(
      [form.at('review', 'remark'), form.at('review', 'remarks')],
      ['Nearly', fields],
    );
    assert.equal((await world.detail(rex, id)).status, 404, 'a draft is no business of reviewers');
    const history = Object(shown.at('history'));
    assert.deepEqual([history.at(-1).remark, history.at(-1).remarks], ['Nearly', fields]);
    const log = ok(await world.admin.send('GET', '/app/v1/audit-events'));
    assert.ok(!log.text.includes('Nearly'), 'the audit log repeats no remarks');
  });

  test('a corrected form returns to the same reviewer, with what has changed', async () => {
    const { ann, rex, rita } = world;
    const id = await world.complete(ann, templateId, { site: 'Dam 7', note: 'dry' });
    ok(await world.decide(rex, id, { decision: 'send-back', remark: 'Which gate?' }));
    await world.resubmit(ann, id, { site: 'Dam 7', note: 'dry, gate 2' });
    assert.ok((await world.waiting(rex)).includes(id));
    assert.ok(!(await world.waiting(rita)).includes(id));
    const shown = ok(await world.detail(rex, id));
    assert.deepEqual(
      [shown.at('review', 'changed'), shown.at('review', 'round'), shown.at('review', 'remark')],
      [['note'], 2, 'Which gate?'],
    );
    ok(await world.decide(rex, id, { decision: 'approve' }));
    assert.deepEqual(await stateOf(id), ['complete', 'approved']);
  });

  test('the author takes a form back until a reviewer has opened it', async () => {
    const { ann, rex } = world;
    const id = await world.complete(ann, templateId);
    ok(await world.reopen(ann, id));
    assert.deepEqual(await stateOf(id), ['draft', null]);
    assert.deepEqual((await historyOf(id)).at(-1), 'take-back');
    assert.ok(!(await world.waiting(rex)).includes(id));
    ok(await ann.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    const revision = await world.revision(id);
    ok(await ann.send('POST', `/app/v1/forms/${id}/review/open`), 204);
    assert.equal(ok(await world.detail(ann, id)).at('may', 'takeBack'), true, 'they did not count');
    ok(await rex.send('POST', `/app/v1/forms/${id}/review/open`), 204);
    assert.equal(await world.revision(id), revision);
    const opened = ok(await world.detail(ann, id));
    assert.deepEqual(
      [opened.at('may', 'takeBack'), opened.at('review', 'openedBy', 'name')],
      [false, 'rex'],
    );
    const refused = await world.reopen(ann, id);
    assert.deepEqual([refused.status, refused.at('reason')], [409, 'review-opened']);
    assert.equal(refused.at('who'), 'rex');
  });

  test('an approved form is locked: it is reopened for a reason, and its review begins anew', async () => {
    const { admin, ann, rex, rita } = world;
    const id = await world.complete(ann, templateId);
    ok(await world.decide(rex, id, { decision: 'approve' }));
    const fields = Object((await world.detail(admin, id)).at('fields'));
    const answer = `/app/v1/forms/${id}/answers/${fields[0].id}`;
    const body = { value: 'Dam 8', revision: await world.revision(id) };
    const locked = await admin.send('PUT', answer, { body });
    assert.deepEqual([locked.status, locked.at('reason')], [409, 'review-locked'], locked.text);
    assert.equal((await world.reopen(ann, id, { reason: 'Please' })).status, 403);
    const bare = await world.reopen(admin, id);
    assert.deepEqual(
      [bare.status, bare.at('reason'), bare.at('at')],
      [409, 'reason-missing', 'reason'],
    );
    const status = `/v2/formz/${id}/status`;
    assert.equal(
      (await world.node.request('POST', status, { body: { status: 'draft' } })).status,
      409,
    );
    ok(
      await world.node.request('POST', status, { body: { status: 'draft', reason: 'Wrong dam' } }),
    );
    assert.deepEqual(await stateOf(id), ['draft', null]);
    const last = Object((await world.detail(admin, id)).at('history')).at(-1);
    assert.deepEqual([last.action, last.remark], ['reopen', 'Wrong dam']);
    ok(await ann.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    assert.ok((await world.waiting(rita)).includes(id), 'all reviewers are asked again');
    assert.equal((await v2(id)).at('review', 'round'), 1);
  });

  test('lists find forms by the state of their review, also with others and by page', async () => {
    const { ann, rex } = world;
    const mine = await world.template({
      steps: [{ by: 'people', people: [rex.id] }],
      fallback: world.panel,
    });
    const [waits, passed, back, no] = await Promise.all(
      ['a', 'b', 'c', 'd'].map((site) => world.complete(ann, mine, { site })),
    );
    ok(await world.decide(rex, passed ?? '', { decision: 'approve' }));
    ok(await world.decide(rex, back ?? '', { decision: 'send-back', remark: 'Again' }));
    ok(await world.decide(rex, no ?? '', { decision: 'reject' }));
    const idsOf = (answer: Answer) =>
      Object(ok(answer).body).map(({ formId }: { formId: string }) => formId);
    const found = { 'in-review': waits, approved: passed, 'sent-back': back, rejected: no };
    for (const [state, id] of Object.entries(found)) {
      const listed = await world.node.request('GET', `/v2/formz?review=${state}&template=${mine}`);
      assert.deepEqual(idsOf(listed), [id], state);
      assert.equal(listed.at(0, 'review', 'state'), state);
      assert.equal(listed.headers['x-total-count'], '1');
      const own = ok(await ann.send('GET', `/app/v1/forms?review=${state}&template=${mine}`));
      assert.deepEqual([own.at('items', 0, 'id'), own.at('total')], [id, 1]);
      assert.equal(own.at('items', 0, 'review', 'state'), state);
    }
    const wrong = await world.node.request('GET', '/v2/formz?review=open');
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'review']);
    const changes = ok(await world.node.request('GET', '/v2/formz?changedSince=0&pageSize=1000'));
    const items: readonly { formId: string; review?: { state: string } }[] = Object(changes.body);
    assert.equal(items.find(({ formId }) => formId === no)?.review?.state, 'rejected');
  });

  test('what a node of 0.2.0 changes is never approved, and a draft that it made waits for nobody', async () => {
    const { ann, rex } = world;
    const { db } = world.node.services;
    /** Stores a form as a node that knows no reviews does: as the next revision, without their columns. */
    const writeAsOlder = (id: string, status: 'draft' | 'complete') =>
      db.transaction((tx) =>
        tx
          .updateTable('forms')
          .set((eb) => ({ status, revision: eb('revision', '+', 1) }))
          .where('id', '=', id)
          .execute(),
      );
    const approved = await world.complete(ann, templateId);
    ok(await world.decide(rex, approved, { decision: 'approve' }));
    await writeAsOlder(approved, 'draft');
    assert.deepEqual(await stateOf(approved), ['draft', null]);
    await writeAsOlder(approved, 'complete');
    assert.deepEqual(await stateOf(approved), ['complete', null]);
    const listed = ok(await world.node.request('GET', '/v2/formz?review=approved&pageSize=1000'));
    assert.ok(!listed.text.includes(approved));

    const waits = await world.complete(ann, templateId);
    await writeAsOlder(waits, 'draft');
    assert.deepEqual(await stateOf(waits), ['draft', null]);
    assert.ok(!(await world.waiting(rex)).includes(waits));
    assert.equal((await world.detail(rex, waits)).status, 404);
    const all = ok(await rex.send('GET', '/app/v1/forms?scope=all'));
    assert.ok(!all.text.includes(waits));
    await writeAsOlder(waits, 'complete');
    assert.ok((await world.waiting(rex)).includes(waits), 'its reviewers are asked still');

    const back = await world.complete(ann, templateId);
    ok(await world.decide(rex, back, { decision: 'send-back', remark: 'Which gate?' }));
    await writeAsOlder(back, 'draft');
    assert.deepEqual(await stateOf(back), ['draft', 'sent-back']);
  });

  test('whoever has the right to review on the template decides too, and only then', async () => {
    const { ann, admin, boss } = world;
    const id = await world.complete(ann, templateId);
    const rights = `/app/v1/templates/${templateId}/rights/${boss.id}`;
    const see = { fill: true, see: 'all', edit: false, assign: false, manage: false };
    ok(await admin.send('PUT', rights, { body: see }));
    const refused = await world.decide(boss, id, { decision: 'approve' });
    assert.deepEqual([refused.status, refused.at('reason')], [403, 'right-review']);
    ok(await admin.send('PUT', rights, { body: { ...see, review: true } }));
    assert.deepEqual(await world.waiting(boss), [], 'nobody asked them');
    ok(await world.decide(boss, id, { decision: 'approve' }));
  });

  test('programs decide under /v2, if their copy is the current one', async () => {
    const { ann, adminId } = world;
    const own = await world.template({
      steps: [{ by: 'people', people: [adminId] }],
      fallback: world.panel,
    });
    const id = await world.complete(ann, own);
    const review = (body: object, headers = {}) =>
      world.node.request('POST', `/v2/formz/${id}/review`, { body, headers });
    assert.equal((await review({ decision: 'approve' }, { 'if-match': '"1"' })).status, 412);
    const etag = String((await v2(id)).headers['etag']);
    const back = ok(await review({ decision: 'send-back', remark: 'x' }, { 'if-match': etag }));
    assert.deepEqual([back.at('status'), back.at('review', 'state')], ['draft', 'sent-back']);
    ok(await review({ decision: 'send-back', remark: 'x' }, { 'if-match': etag }));
    assert.equal((await review({ decision: 'approve' })).status, 412);
  });

  test('a template names reviewers that exist, or is not published', async () => {
    const { admin } = world;
    const elements = [{ type: 'text', name: 'a' }];
    const review = { steps: [{ by: 'people', people: [MISSING] }], fallback: world.panel };
    const body = { name: 'Nobody', definition: { elements, review } };
    const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    const refused = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    assert.deepEqual([refused.status, refused.at('faults', 0, 'at')], [422, 'review']);
    const wrong = [
      { steps: [] },
      { steps: [{ by: 'people', people: [MISSING] }] },
      { steps: [{ by: 'manager' }] },
      { steps: Array(4).fill({ by: 'group', group: MISSING }) },
      { steps: [{ by: 'somebody' }], fallback: MISSING },
    ];
    for (const review of wrong) {
      const sent = { body: { name: 'Wrong', definition: { elements, review } } };
      const answer = await admin.send('POST', '/app/v1/templates', sent);
      assert.deepEqual([answer.status, answer.at('faults', 0, 'at')], [422, 'review']);
    }
  });
});
