// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { pagesOfPdf } from '../../../test/support/pdf-text.ts';
import {
  createReviewWorld,
  ok,
  type Person,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';

const SECRET = 'hush4711';
const SHOWN = 'paid0815';

/** The first step fills in the cost centre, which everybody sees; the second a grade and, for itself, a suspicion. */
const ELEMENTS = [
  { type: 'text', name: 'site' },
  { type: 'text', name: 'centre', title: 'Cost centre', isRequired: true, office: { step: 1 } },
  {
    type: 'panel',
    name: 'box',
    title: 'Office use',
    office: { step: 2, seenBy: 'step' },
    elements: [
      { type: 'heading', name: 'top', title: 'For the office' },
      { type: 'text', name: 'suspicion', title: 'Suspicion', isRequired: true },
      { type: 'comment', name: 'why', visibleIf: "{site} = 'Dam 7'", isRequired: true },
    ],
  },
];

forEachEngine((engine) => {
  let world: ReviewWorld;
  let templateId: string;
  let vera: Person;
  before(async () => {
    world = await createReviewWorld(engine);
    const { rex, rita, admin } = world;
    templateId = await world.template(
      {
        steps: [
          { by: 'people', people: [rex.id] },
          { by: 'people', people: [rita.id] },
        ],
        fallback: world.panel,
      },
      ELEMENTS,
    );
    vera = await world.addPerson('vera');
    const body = { fill: true, see: 'all', edit: true, assign: true, manage: false };
    ok(await admin.send('PUT', `/app/v1/templates/${templateId}/rights/${vera.id}`, { body }));
  });
  after(() => world.node.close());

  const approved = async (answers = { site: 'Weir' }) => {
    const { ann, rex, rita } = world;
    const id = await world.complete(ann, templateId, answers);
    ok(await world.decide(rex, id, { decision: 'approve', office: { centre: SHOWN } }));
    ok(await world.decide(rita, id, { decision: 'approve', office: { suspicion: SECRET } }));
    return id;
  };
  const answersOf = async (by: Browser, id: string) => ok(await world.detail(by, id)).at('answers');

  test('fields for office use are not asked of the author, and their step does not end without them', async () => {
    const { ann, rex, rita } = world;
    const id = await world.complete(ann, templateId, { site: 'Dam 7' });
    const shown = ok(await world.detail(rex, id));
    assert.deepEqual(shown.at('office', 'answers'), {});
    assert.ok(JSON.stringify(shown.at('office', 'definition')).includes('Cost centre'));
    const empty = await world.decide(rex, id, { decision: 'approve' });
    assert.deepEqual(
      [empty.status, empty.at('code'), empty.at('faults', 0, 'field')],
      [422, 'invalid-answers', 'centre'],
    );
    const unknown = { decision: 'approve', office: { centre: '1', suspicion: 'of step 2' } };
    const refused = await world.decide(rex, id, unknown);
    assert.deepEqual([refused.status, refused.at('faults', 0, 'field')], [422, 'suspicion']);
    ok(await world.decide(rex, id, { decision: 'approve', office: { centre: SHOWN } }));
    assert.deepEqual(await answersOf(ann, id), { site: 'Dam 7', centre: SHOWN });
    const half = await world.decide(rita, id, { decision: 'approve', office: { suspicion: 'x' } });
    assert.deepEqual(
      [half.status, half.at('faults', 0, 'field')],
      [422, 'why'],
      'a condition on an answer of the author counts',
    );
    const office = { suspicion: 'x', why: 'because' };
    ok(await world.decide(rita, id, { decision: 'approve', office }));
    const own = ok(await world.detail(world.admin, id));
    assert.deepEqual(own.at('closed', 'answers'), office);
  });

  test('nobody but the step writes its fields, whatever door is taken', async () => {
    const { ann, rex, node } = world;
    const fresh = { templateId, answers: { site: 'Weir', centre: '1' } };
    const begun = await ann.send('POST', '/app/v1/forms', { body: fresh });
    assert.deepEqual([begun.status, begun.at('faults', 0, 'kind')], [422, 'office']);
    const hidden = { templateId, answers: { suspicion: '1' } };
    const guessed = await ann.send('POST', '/app/v1/forms', { body: hidden });
    assert.deepEqual([guessed.status, guessed.at('faults', 0, 'kind')], [422, 'unknown']);
    const sent = { templateId, fields: { centre: { value: '1' } } };
    assert.equal((await node.request('POST', '/v2/formz', { body: sent })).status, 422);
    const id = await world.complete(ann, templateId, { site: 'Weir' });
    const office = { centre: SHOWN };
    ok(await world.decide(rex, id, { decision: 'send-back', remark: 'Which?', office }));
    const revision = await world.revision(id);
    const draft = { revision, answers: { site: 'Weir', centre: 'mine' } };
    assert.equal((await ann.send('PATCH', `/app/v1/forms/${id}`, { body: draft })).status, 422);
    const done = await ann.send('POST', `/app/v1/forms/${id}/complete`, { body: draft });
    assert.equal(done.status, 422, done.text);
    const patch = { fields: { centre: { value: 'mine' } } };
    assert.equal((await node.request('PATCH', `/v2/formz/${id}`, { body: patch })).status, 422);
    const field = ok(await world.detail(ann, id)).at('fields');
    const centre = Object(field).find(({ name }: { name: string }) => name === 'centre');
    const value = { revision, value: 'mine' };
    const cell = `/app/v1/forms/${id}/answers/${centre.id}`;
    const corrected = await vera.send('PUT', cell, { body: value });
    assert.ok(corrected.status >= 400, corrected.text);
    await world.resubmit(ann, id, { site: 'Weir 2' });
    assert.deepEqual(await answersOf(ann, id), { site: 'Weir 2', centre: SHOWN });
    const without = { decision: 'approve' };
    ok(await world.decide(rex, id, without));
    const other = await world.template({
      steps: [{ by: 'people', people: [rex.id] }],
      fallback: world.panel,
    });
    const plain = await world.complete(ann, other);
    const none = await world.decide(rex, plain, { decision: 'approve', office });
    assert.deepEqual([none.status, none.at('at')], [400, 'office']);
  });

  test('what only a step sees leaves the server by no door for others', async () => {
    const { ann, rex, rita, node, admin } = world;
    const id = await approved();
    for (const by of [ann, vera]) {
      const shown = ok(await world.detail(by, id));
      assert.ok(!shown.text.includes(SECRET) && !shown.text.toLowerCase().includes('suspicion'));
    }
    const open = await world.complete(ann, templateId, { site: 'Weir' });
    ok(await world.decide(rex, open, { decision: 'approve', office: { centre: SHOWN } }));
    ok(
      await world.decide(rita, open, {
        decision: 'reject',
        remark: 'No',
        office: { suspicion: SECRET },
      }),
    );
    const version = `/app/v1/templates/${templateId}/versions/1`;
    const closed = [
      ['ann', ann, version],
      ['admin', admin, version],
      ['vera', vera, `/app/v1/forms?scope=all&q=${SECRET}`],
      ['vera', vera, `/app/v1/templates/${templateId}/answers`],
      ['admin', admin, `/app/v1/templates/${templateId}/answers`],
      ['admin', admin, `/app/v1/templates/${templateId}/summary`],
      ['admin', admin, `/app/v1/forms?scope=all&q=${SECRET}`],
    ] as const;
    for (const [who, by, path] of closed) {
      const shown = ok(await by.send('GET', path));
      assert.ok(!shown.text.includes(SECRET), `${who} ${path}`);
      assert.ok(!shown.text.toLowerCase().includes('suspicion'), `${who} ${path}: ${shown.text}`);
      if (path.includes('q=')) assert.deepEqual(shown.at('items'), []);
    }
    for (const path of [
      '/v2/formz',
      '/v2/formz?changedSince=0',
      `/v2/templates/${templateId}`,
      `/v2/templates/${templateId}/answers`,
      `/v2/templates/${templateId}/formz`,
      `/v2/templates/${templateId}/summary`,
    ]) {
      const shown = ok(await node.request('GET', path));
      assert.ok(!shown.text.includes(SECRET), path);
      assert.ok(!shown.text.toLowerCase().includes('suspicion'), path);
    }
    for (const kind of ['csv', 'json', 'xlsx', 'pdf']) {
      const file = await world.exported({ kind, templateId });
      const text = kind === 'pdf' ? pagesOfPdf(file.bytes).join('') : file.text;
      assert.ok(!text.includes(SECRET), kind);
    }
    assert.ok((await world.exported({ kind: 'csv', templateId })).text.includes(SHOWN));
    assert.deepEqual(await placesOf(SECRET), ['forms.office_answers']);
  });

  test('a reviewer reads under /v2 what they fill in, and the right to review reads all of it', async () => {
    const { ann, rex, rita, node } = world;
    const id = await world.complete(ann, templateId, { site: 'Weir' });
    ok(await world.decide(rex, id, { decision: 'approve', office: { centre: SHOWN } }));
    const office = { suspicion: SECRET };
    const shown = ok(await world.detail(rita, id));
    assert.equal(shown.at('closed'), undefined);
    ok(await world.decide(rita, id, { decision: 'approve', office }));
    assert.equal((await world.detail(rita, id)).status, 404);
    assert.deepEqual(ok(await node.request('GET', `/v2/formz/${id}`)).at('office'), office);
  });

  test('an author who belongs to the group that is asked does not see what it filled in', async () => {
    const { rita, admin } = world;
    const review = { steps: [{ by: 'group', group: world.panel }] };
    const secret = { type: 'text', name: 'grade', office: { step: 1, seenBy: 'step' } };
    const own = await world.template(review, [{ type: 'text', name: 'site' }, secret]);
    const id = await world.complete(rita, own, { site: 'Dam' });
    const office = { grade: SECRET };
    ok(await world.decide(admin, id, { decision: 'send-back', remark: 'Which?', office }));
    await world.resubmit(rita, id, { site: 'Dam 7' });
    const shown = ok(await world.detail(rita, id));
    assert.equal(shown.at('review', 'state'), 'in-review');
    assert.ok(!shown.text.includes(SECRET), shown.text);
    const upper = await world.decide(admin, id.toUpperCase(), {
      decision: 'approve',
      revision: await world.revision(id),
    });
    assert.equal(ok(upper).at('review', 'state'), 'approved');
    assert.deepEqual(ok(await world.detail(admin, id)).at('closed', 'answers'), office);
  });

  test('a template says at publishing what a reviewer could not fill in', async () => {
    const { admin, rex, panel } = world;
    const review = { steps: [{ by: 'people', people: [rex.id] }], fallback: panel };
    const faultsOf = async (elements: readonly object[]) => {
      const body = { name: 'Faulty', definition: { elements, review } };
      const made = ok(await admin.send('POST', '/app/v1/templates', { body }), 201);
      const path = `/app/v1/templates/${made.at('id')}/publish`;
      const refused = await admin.send('POST', path, { body: {} });
      return [refused.status, refused.at('faults', 0, 'kind')];
    };
    const site = { type: 'text', name: 'site' };
    const secret = { type: 'text', name: 'secret', office: { step: 1, seenBy: 'step' } };
    assert.deepEqual(await faultsOf([site, { ...secret, office: { step: 2 } }]), [
      422,
      'officeStep',
    ]);
    const file = { type: 'file', name: 'file', office: { step: 1 } };
    assert.deepEqual(await faultsOf([site, file]), [422, 'officeKind']);
    const leak = { ...site, name: 'more', visibleIf: "{secret} = 'x'" };
    assert.deepEqual(await faultsOf([site, leak, secret]), [422, 'unknownField']);
  });

  /** Returns the columns of the storage that hold a text. */
  async function placesOf(text: string): Promise<readonly string[]> {
    const { reader } = world.node.services.db;
    const found: string[] = [];
    for (const { name, columns } of await reader.introspection.getTables()) {
      const rows: readonly Record<string, unknown>[] = await reader
        .selectFrom(name as 'forms')
        .selectAll()
        .execute();
      for (const column of columns) {
        const holds = rows.some((row) => String(row[column.name]).toLowerCase().includes(text));
        if (holds) found.push(`${name}.${column.name}`);
      }
    }
    return found;
  }
});
