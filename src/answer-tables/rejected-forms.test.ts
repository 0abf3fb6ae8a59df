import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import { createReviewWorld, ok, type ReviewWorld } from '../../test/support/review-world.ts';

forEachEngine((engine) => {
  let world: ReviewWorld;
  let templateId: string;
  before(async () => {
    world = await createReviewWorld(engine);
    const { ann, rex, panel } = world;
    const steps = [{ by: 'people', people: [rex.id] }];
    templateId = await world.template({ steps, fallback: panel });
    for (const [site, decision] of [
      ['Dam', 'approve'],
      ['Weir', 'reject'],
      ['Lock', 'reject'],
      ['Pier', undefined],
    ] as const) {
      const id = await world.complete(ann, templateId, { site });
      if (decision !== undefined) ok(await world.decide(rex, id, { decision }));
    }
  });
  after(() => world.node.close());

  const summaryOf = async (query = '') =>
    ok(await world.node.request('GET', `/v2/templates/${templateId}/summary${query}`));
  const countsOf = (summary: Answer) => [
    summary.at('total'),
    summary.at('rejectedLeft'),
    summary.at('fields', 0, 'answered'),
    Object(summary.at('fields', 0, 'texts', 'frequent'))
      .map(({ text }: { text: string }) => text)
      .toSorted(),
    Object(summary.at('fields', 0, 'texts', 'latest')).length,
  ];

  test('rejected forms are in no count unless they are asked for, and the summary says how many', async () => {
    assert.deepEqual(countsOf(await summaryOf()), [2, 2, 2, ['Dam', 'Pier'], 2]);
    const all = ['Dam', 'Lock', 'Pier', 'Weir'];
    assert.deepEqual(countsOf(await summaryOf('?rejected=true')), [4, 0, 4, all, 4]);
    const complete = await summaryOf('?status=complete');
    assert.deepEqual(countsOf(complete), [2, 2, 2, ['Dam', 'Pier'], 2]);
    const drafts = await summaryOf('?status=draft');
    assert.deepEqual([drafts.at('total'), drafts.at('rejectedLeft')], [0, 0]);
    const own = ok(await world.ann.send('GET', `/app/v1/templates/${templateId}/summary`));
    assert.deepEqual(countsOf(own), [2, 2, 2, ['Dam', 'Pier'], 2], 'of the forms that one sees');
    const [settings, name] = [{ template: templateId, show: 'chart', rejected: true }, 'Dams'];
    const field = complete.at('fields', 0, 'id');
    const body = { name, tiles: [{ settings: { ...settings, field } }] };
    const made = ok(await world.admin.send('POST', '/app/v1/dashboards', { body }), 201);
    assert.equal(made.at('tiles', 0, 'settings', 'rejected'), true);
  });

  test('a form that is reopened after it was rejected counts again', async () => {
    const { ann, rex, admin, panel } = world;
    const steps = [{ by: 'people', people: [rex.id] }];
    const other = await world.template({ steps, fallback: panel });
    const id = await world.complete(ann, other, { site: 'Dam' });
    ok(await world.decide(rex, id, { decision: 'reject' }));
    const path = `/v2/templates/${other}/summary`;
    assert.equal(ok(await world.node.request('GET', path)).at('total'), 0);
    ok(await world.reopen(admin, id, { reason: 'A mistake' }));
    const again = ok(await world.node.request('GET', path));
    assert.deepEqual([again.at('total'), again.at('rejectedLeft')], [1, 0]);
  });

  test('the table of answers shows and filters by the review, and saved views keep the filter', async () => {
    const { admin } = world;
    const path = `/app/v1/templates/${templateId}/answers`;
    const all = ok(await admin.send('GET', path));
    const states = Object(all.at('items')).map(({ review }: { review: string }) => review);
    assert.deepEqual(states.toSorted(), ['approved', 'in-review', 'rejected', 'rejected']);
    const some = ok(await admin.send('GET', `${path}?review=rejected&limit=1`));
    assert.deepEqual([some.at('total'), some.at('items', 0, 'review')], [2, 'rejected']);
    const next = encodeURIComponent(String(some.at('next')));
    const rest = ok(await admin.send('GET', `${path}?review=rejected&limit=1&cursor=${next}`));
    assert.equal(rest.at('items', 0, 'review'), 'rejected');
    const other = await admin.send('GET', `${path}?limit=1&cursor=${next}`);
    assert.equal(other.status, 400, 'a cursor belongs to its filter');
    assert.equal((await admin.send('GET', `${path}?review=lost`)).status, 400);
    const body = { name: 'Rejected', list: 'answers', templateId, state: { review: 'rejected' } };
    const view = ok(await admin.send('POST', '/app/v1/views', { body }), 201);
    assert.equal(view.at('state', 'review'), 'rejected');
  });

  test('exports have the review and who decided, and can be narrowed to a state', async () => {
    const csv = await world.exported({ kind: 'csv', templateId });
    const [heads = '', ...lines] = csv.text.split('\r\n');
    const at = heads.split(',').indexOf('Review');
    assert.equal(heads.split(',')[at + 2], 'Reviewed by');
    const reviews = lines.filter(Boolean).map((line) => line.split(','));
    assert.deepEqual(
      reviews.map((cells) => [cells[at], cells[at + 2]]),
      [
        ['approved', 'rex'],
        ['rejected', 'rex'],
        ['rejected', 'rex'],
        ['in review', ''],
      ],
    );
    const json = JSON.parse(
      (await world.exported({ kind: 'json', templateId, review: 'approved' })).text,
    );
    assert.deepEqual(
      json.map(({ review }: { review: { state: string; by: { name: string } } }) => [
        review.state,
        review.by.name,
      ]),
      [['approved', 'rex']],
    );
    const columns = 'name,review';
    const table = await world.exported({ kind: 'csv', templateId, columns, review: 'rejected' });
    assert.deepEqual(
      table.text
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[1]),
      ['Review', 'rejected', 'rejected'],
    );
  });
});
