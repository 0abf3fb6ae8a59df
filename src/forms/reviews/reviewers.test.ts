// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  createReviewWorld,
  ok,
  type ReviewWorld,
  setManager,
} from '../../../test/support/review-world.ts';

forEachEngine((engine) => {
  let world: ReviewWorld;
  before(async () => {
    world = await createReviewWorld(engine);
  });
  after(() => world.node.close());

  const ofManager = (by: 'manager' | 'second-manager', more: object = {}) =>
    world.template({ steps: [{ by, ...more }], fallback: world.panel });
  /** Returns for whom of them a form waits. */
  const asked = async (id: string): Promise<readonly string[]> => {
    const { boss, chief, rex, rita } = world;
    const found: string[] = [];
    for (const [name, person] of Object.entries({ boss, chief, rex, rita })) {
      if ((await world.waiting(person)).includes(id)) found.push(name);
    }
    return found;
  };

  test('the manager of the author reviews, or that manager’s manager, with a deputy', async () => {
    const { ann, rex } = world;
    assert.deepEqual(await asked(await world.complete(ann, await ofManager('manager'))), ['boss']);
    const second = await ofManager('second-manager');
    assert.deepEqual(await asked(await world.complete(ann, second)), ['chief']);
    const withDeputy = await ofManager('manager', { deputy: rex.id });
    assert.deepEqual(await asked(await world.complete(ann, withDeputy)), ['boss', 'rex']);
  });

  test('without a manager, with an inactive one, in a circle, and for oneself, the group decides', async () => {
    const { node, admin, addPerson } = world;
    const template = await ofManager('manager');
    const second = await ofManager('second-manager');
    const loner = await addPerson('loner');
    assert.deepEqual(await asked(await world.complete(loner, template)), ['rita']);

    const gone = await addPerson('gone');
    const orphan = await addPerson('orphan', gone.id);
    const off = { body: { active: false } };
    ok(await admin.send('PATCH', `/app/v1/users/${gone.id}`, off));
    assert.deepEqual(await asked(await world.complete(orphan, template)), ['rita']);

    const [one, other] = [await addPerson('one'), await addPerson('other')];
    await setManager(node, one.id, other.id);
    await setManager(node, other.id, one.id);
    assert.deepEqual(await asked(await world.complete(one, second)), ['rita'], 'a circle');
    await setManager(node, one.id, one.id);
    assert.deepEqual(await asked(await world.complete(one, template)), ['rita'], 'oneself');
  });

  test('a form that a program completed goes to the group, and one’s own only to others', async () => {
    const { node, rex, rita, panel } = world;
    const template = await ofManager('manager');
    const made = await node.request('POST', '/v2/formz', { body: { templateId: template } });
    const id = String(ok(made, 201).at('id'));
    const status = `/v2/formz/${id}/status`;
    ok(await node.request('POST', status, { body: { status: 'complete' } }));
    assert.deepEqual(await asked(id), ['rita']);

    const people = [rex.id, rita.id];
    const own = await world.template({ steps: [{ by: 'people', people }], fallback: panel });
    const mine = await world.complete(rex, own);
    assert.deepEqual(await asked(mine), ['rita']);
    assert.equal((await world.decide(rex, mine, { decision: 'approve' })).status, 403);
    // A member of the group that is asked is not offered their own form, which they see all the same.
    const byGroup = await world.template({ steps: [{ by: 'group', group: panel }] });
    const hers = await world.complete(rita, byGroup);
    assert.deepEqual(await asked(hers), []);
    assert.equal(ok(await world.detail(rita, hers)).at('may', 'review'), false);
    const refused = await world.decide(rita, hers, { decision: 'approve' });
    assert.deepEqual([refused.status, refused.at('reason')], [403, 'review-own']);
  });

  test('where a template allows it, people review their own forms', async () => {
    const { rex, panel } = world;
    const steps = [{ by: 'people', people: [rex.id] }];
    const template = await world.template({ steps, fallback: panel, own: true });
    const id = await world.complete(rex, template);
    assert.deepEqual(await asked(id), ['rex']);
    ok(await world.decide(rex, id, { decision: 'approve' }));
  });

  test('three steps follow each other, each seen by its own reviewers, and a form sent back returns to its step', async () => {
    const { ann, rex, boss, rita, panel } = world;
    const template = await world.template({
      steps: [{ by: 'people', people: [rex.id] }, { by: 'manager' }, { by: 'group', group: panel }],
      fallback: panel,
    });
    const id = await world.complete(ann, template);
    assert.deepEqual(await asked(id), ['rex']);
    const early = await world.decide(boss, id, { decision: 'approve' });
    assert.equal(early.status, 404, 'nobody sees a form before its step');
    const passed = ok(await world.decide(rex, id, { decision: 'approve' }));
    assert.deepEqual([passed.at('review', 'state'), passed.at('review', 'step')], ['in-review', 2]);
    assert.deepEqual(await asked(id), ['boss']);
    const late = await world.decide(rex, id, { decision: 'reject' });
    assert.deepEqual([late.status, late.at('decided', 'state')], [412, 'in-review']);
    ok(await world.decide(boss, id, { decision: 'send-back', remark: 'Say more' }));
    await world.resubmit(ann, id, { site: 'Dam 7, gate 2' });
    assert.deepEqual(await asked(id), ['boss'], 'not from the beginning');
    ok(await world.decide(boss, id, { decision: 'approve' }));
    assert.deepEqual(await asked(id), ['rita']);
    ok(await world.decide(rita, id, { decision: 'approve' }));
    const form = ok(await world.detail(ann, id));
    assert.deepEqual(
      [form.at('review', 'state'), form.at('review', 'step'), form.at('review', 'steps')],
      ['approved', 3, 3],
    );
  });

  test('a form keeps the reviewers of the version that it was begun with', async () => {
    const { admin, ann, rex, boss, panel } = world;
    const steps = [{ by: 'people', people: [rex.id] }];
    const template = await world.template({ steps, fallback: panel });
    const body = { templateId: template, answers: {} };
    const id = String(ok(await ann.send('POST', '/app/v1/forms', { body }), 201).at('id'));
    const path = `/app/v1/templates/${template}`;
    const draft = ok(await admin.send('GET', path));
    const definition = {
      ...Object(draft.at('draftDefinition')),
      review: { steps: [{ by: 'people', people: [boss.id] }], fallback: panel },
    };
    const revision = draft.at('revision');
    ok(await admin.send('PATCH', path, { body: { revision, definition } }));
    ok(await admin.send('POST', `${path}/publish`, { body: {} }));
    ok(await ann.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    assert.deepEqual(await asked(id), ['rex']);
    assert.deepEqual(await asked(await world.complete(ann, template)), ['boss']);
  });

  test('listeners are told of each step of a review', async () => {
    const { admin, ann, rex, boss, panel } = world;
    const template = await world.template({
      steps: [
        { by: 'people', people: [rex.id] },
        { by: 'people', people: [boss.id] },
      ],
      fallback: panel,
    });
    const eventTypes = [
      ...['form.completed', 'form.reopened', 'form.submitted-for-review'],
      ...['form.approved', 'form.sent-back', 'form.rejected'],
    ];
    const hook = { eventTypes, targetUrl: 'https://hooks.invalid/', templateId: template };
    const made = ok(await admin.send('POST', '/app/v1/webhooks', { body: hook }), 201);
    const id = await world.complete(ann, template);
    ok(await world.decide(rex, id, { decision: 'approve' }));
    ok(await world.decide(boss, id, { decision: 'send-back', remark: 'x' }));
    await world.resubmit(ann, id, { site: 'y' });
    ok(await world.decide(boss, id, { decision: 'approve' }));
    const path = `/app/v1/webhooks/${String(made.at('webhook', 'id'))}/deliveries`;
    const items: readonly { type: string }[] = Object(
      ok(await admin.send('GET', path)).at('items'),
    );
    assert.deepEqual(items.map(({ type }) => type).toReversed(), [
      ...['form.completed', 'form.submitted-for-review', 'form.submitted-for-review'],
      ...['form.reopened', 'form.sent-back', 'form.completed', 'form.submitted-for-review'],
      'form.approved',
    ]);
  });
});
