// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { pagesOfPdf } from '../../../test/support/pdf-text.ts';
import { createReviewWorld, ok, type ReviewWorld } from '../../../test/support/review-world.ts';

forEachEngine((engine) => {
  let world: ReviewWorld;
  before(async () => {
    world = await createReviewWorld(engine);
  });
  after(() => world.node.close());

  test('many forms are approved at once, and each that is not says why', async () => {
    const { ann, rex, rita, boss, panel } = world;
    const by = [{ by: 'people', people: [rex.id, rita.id] }];
    const plain = await world.template({ steps: by, fallback: panel });
    const twice = await world.template({
      steps: [...by, { by: 'people', people: [boss.id] }],
      fallback: panel,
    });
    const office = { type: 'text', name: 'centre', title: 'Cost centre', isRequired: true };
    const asked = await world.template({ steps: by, fallback: panel }, [
      { type: 'text', name: 'site' },
      { ...office, office: { step: 1 } },
    ]);
    const good = await world.complete(ann, plain);
    const first = await world.complete(ann, twice);
    const open = await world.complete(ann, asked);
    const taken = await world.complete(ann, plain);
    const own = await world.complete(rex, plain);
    const list = Object(ok(await rex.send('GET', '/app/v1/forms?scope=reviews')).at('items'));
    const forms = [good, first, open, taken].map((id) => {
      const { revision } = list.find((each: { id: string }) => each.id === id);
      return { id, revision };
    });
    ok(await world.decide(rita, taken, { decision: 'reject' }));
    const body = { forms: [...forms, { id: own, revision: 2 }] };
    const done = ok(await rex.send('POST', '/app/v1/reviews/approve', { body }));
    const items: readonly Record<string, string>[] = Object(done.at('items'));
    assert.deepEqual(
      items.map(({ outcome, code, reason }) => [outcome, code, reason]),
      [
        ['approved', undefined, undefined],
        ['passed', undefined, undefined],
        ['refused', 'invalid-answers', 'office-missing'],
        ['refused', 'precondition-failed', 'review-decided'],
        ['refused', 'forbidden', 'right-review'],
      ],
      done.text,
    );
    assert.equal(items[2]?.['message'], 'Fill in first: Cost centre.');
    assert.equal(items[3]?.['who'], 'rita');
    const again = ok(await rex.send('POST', '/app/v1/reviews/approve', { body }));
    assert.deepEqual(again.at('items', 0, 'outcome'), 'approved', 'an answer may be lost');
    const stranger = ok(await ann.send('POST', '/app/v1/reviews/approve', { body }));
    const outcomes = Object(stranger.at('items')).map((each: { outcome: string }) => each.outcome);
    assert.deepEqual(new Set(outcomes), new Set(['refused']));
    const many = { forms: Array.from({ length: 51 }, () => ({ id: good, revision: 1 })) };
    assert.equal((await rex.send('POST', '/app/v1/reviews/approve', { body: many })).status, 400);
  });

  test('a PDF says who decided what, with the remarks', async () => {
    const { ann, rex, panel } = world;
    const steps = [{ by: 'people', people: [rex.id] }];
    const template = await world.template({ steps, fallback: panel });
    const id = await world.complete(ann, template, { site: 'Dam 7' });
    const fields = [{ field: 'site', remark: 'Which gate?' }];
    ok(await world.decide(rex, id, { decision: 'send-back', remark: 'Nearly', fields }));
    await world.resubmit(ann, id, { site: 'Dam 7, gate 2' });
    ok(await world.decide(rex, id, { decision: 'approve', remark: 'Well done' }));
    const text = pagesOfPdf((await world.exported({ kind: 'pdf', formId: id })).bytes).join('');
    for (const part of [
      /approved/,
      /Sent back · step 1 · rex · /,
      /Nearly/,
      /site: Which gate\?/,
    ]) {
      assert.match(text, part);
    }
    assert.match(text, /Approved · step 1 · rex · [\s\S]*Well done/);
    const german = await world.exported({ kind: 'pdf', formId: id, locale: 'de' });
    assert.match(pagesOfPdf(german.bytes).join(''), /Zurückgegeben · Schritt 1 · rex/);
    const other = await world.complete(ann, await world.template(undefined));
    const without = await world.exported({ kind: 'pdf', formId: other });
    assert.doesNotMatch(pagesOfPdf(without.bytes).join(''), /Review/);
  });

  test('who is to be deleted is named with the templates that they review', async () => {
    const { admin, rex, rita, boss } = world;
    const group = { displayName: 'Night shift', members: [] };
    const made = ok(await world.node.request('POST', '/scim/v2/Groups', { body: group }), 201);
    const fallback = String(made.at('id'));
    const lone = await world.addPerson('lone');
    const steps = [{ by: 'people', people: [lone.id], deputy: boss.id }];
    const template = await world.template({ steps, fallback });
    const reviewed = { named: [{ id: template, name: 'Inspection' }], more: 0 };
    const consequences = async (id: string) =>
      ok(await admin.send('GET', `/app/v1/users/${id}/consequences`)).at('reviews');
    assert.deepEqual(await consequences(lone.id), reviewed);
    assert.ok(JSON.stringify(await consequences(boss.id)).includes(template), 'a deputy too');
    const shown = ok(await admin.send('GET', `/app/v1/groups/${fallback}`));
    assert.deepEqual(shown.at('reviews'), reviewed);
    const draft = ok(await admin.send('GET', `/app/v1/templates/${template}`));
    const definition = {
      ...Object(draft.at('draftDefinition')),
      review: { steps: [{ by: 'people', people: [rex.id, rita.id] }], fallback: world.panel },
    };
    const path = `/app/v1/templates/${template}`;
    ok(await admin.send('PATCH', path, { body: { revision: draft.at('revision'), definition } }));
    assert.deepEqual(await consequences(lone.id), reviewed, 'what is published counts');
    ok(await admin.send('POST', `${path}/publish`, { body: {} }));
    assert.deepEqual(await consequences(lone.id), { named: [], more: 0 });
  });
});
