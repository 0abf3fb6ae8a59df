// Corrections of single answers in the table of answers: by whom, of what, and by which rules.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../../test/support/rights-world.ts';

const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true, searchable: true },
    { type: 'text', name: 'leaks', title: 'Leaks', inputType: 'number', min: 0, max: 20 },
    { type: 'expression', name: 'twice', title: 'Twice', expression: '{leaks} * 2' },
    { type: 'comment', name: 'why', title: 'Why', visibleIf: '{leaks} > 10', isRequired: true },
    {
      type: 'checkbox',
      name: 'signs',
      title: 'Signs',
      choices: [{ value: 'r', text: 'Rust' }, 'wet'],
      showNoneItem: true,
    },
    { type: 'dropdown', name: 'by', title: 'By', choices: ['crew', 'firm'], showOtherItem: true },
    { type: 'boolean', name: 'safe', title: 'Safe', labelTrue: 'Safe', labelFalse: 'Unsafe' },
    { type: 'text', name: 'day', title: 'Day', inputType: 'date' },
    { type: 'text', name: 'fixed', title: 'Fixed', readOnly: true },
    { type: 'text', name: 'shut', title: 'Shut', enableIf: '{leaks} > 5' },
    { type: 'file', name: 'photo', title: 'Photo' },
    {
      type: 'matrixdynamic',
      name: 'parts',
      title: 'Parts',
      columns: [{ name: 'part', cellType: 'text' }],
    },
    { type: 'location', name: 'place', title: 'Place' },
  ],
};

forEachEngine((engine) => {
  let world: RightsWorld;
  let templateId: string;
  let fields: ReadonlyMap<string, string>;
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna, mila, dora } = world;
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = ok(await hanna.ask('POST', '/app/v1/templates', { body }), 201);
    templateId = String(made.at('id'));
    ok(await hanna.ask('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    const give = (subject: string, rights: object) =>
      hanna.ask('PUT', `/app/v1/templates/${templateId}/rights/${subject}`, {
        body: { fill: true, see: 'all', edit: false, assign: false, manage: false, ...rights },
      });
    ok(await give(mila.by.userId, {}));
    ok(await give(dora.by.userId, { edit: true }));
    const list = ok(await hanna.ask('GET', `/app/v1/templates/${templateId}/answers`));
    const known = list.at('fields');
    assert.ok(Array.isArray(known));
    fields = new Map(known.map(({ id, title }) => [String(title).toLowerCase(), String(id)]));
  });
  after(() => world.node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const make = async (answers: object, by: Person = world.hugo): Promise<string> => {
    const answer = await by.ask('POST', '/app/v1/forms', { body: { templateId, answers } });
    return String(ok(answer, 201).at('id'));
  };
  const complete = async (id: string, by: Person = world.hugo): Promise<string> => {
    ok(await by.ask('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    return id;
  };
  const pathOf = (id: string, name: string) => `/app/v1/forms/${id}/answers/${fields.get(name)}`;
  const cell = (by: Person, id: string, name: string) => by.ask('GET', pathOf(id, name));
  const put = (by: Person, id: string, name: string, value: unknown, revision = 1) =>
    by.ask('PUT', pathOf(id, name), { body: { revision, value } });
  const stored = async (id: string): Promise<Answer> =>
    ok(await world.hugo.ask('GET', `/app/v1/forms/${id}`));
  const rowOf = async (by: Person, id: string) => {
    const list = ok(await by.ask('GET', `/app/v1/templates/${templateId}/answers?limit=100`));
    const items = list.at('items');
    assert.ok(Array.isArray(items));
    return items.find((each) => each.id === id);
  };
  const actions = async (id: string): Promise<readonly string[]> => {
    const history = (await stored(id)).at('history');
    assert.ok(Array.isArray(history));
    return history.map(({ action, corrected }) =>
      corrected === undefined ? action : `${action} ${corrected}`,
    );
  };

  test('an answer of a draft is corrected; list, search, calculation and history follow', async () => {
    const { dora, hugo } = world;
    const id = await make({ site: 'Weir', leaks: 3, day: '2026-01-05' });
    const read = ok(await cell(dora, id, 'leaks'));
    assert.deepEqual([read.at('control'), read.at('value'), read.at('revision')], ['number', 3, 1]);
    const done = ok(await put(dora, id, 'leaks', 4));
    assert.deepEqual([done.at('revision'), done.at('row', 'status')], [2, 'draft']);
    assert.deepEqual(done.at('row'), await rowOf(dora, id));
    assert.equal(done.at('row', 'cells', fields.get('leaks') ?? ''), '4');
    // The table leaves out calculations of drafts, which its sums do not count (decision 96).
    assert.equal(done.at('row', 'cells', fields.get('twice') ?? ''), undefined);
    ok(await put(dora, id, 'site', 'Spillway', 2));
    const found = ok(await hugo.ask('GET', '/app/v1/forms?q=spill'));
    assert.equal(found.at('items', 0, 'id'), id);
    const where = JSON.stringify([{ field: fields.get('leaks'), op: 'eq', value: 4 }]);
    const filtered = await dora.ask(
      'GET',
      `/app/v1/templates/${templateId}/answers?where=${encodeURIComponent(where)}`,
    );
    assert.equal(ok(filtered).at('items', 0, 'id'), id);
    ok(await put(dora, id, 'day', null, 3));
    assert.deepEqual((await stored(id)).at('answers'), { leaks: 4, site: 'Spillway' });
    assert.deepEqual(await actions(id), ['create', 'edit leaks', 'edit site', 'edit day']);
  });

  test('each kind has its control, with the choices in words; what none fits is left to the form', async () => {
    const { dora } = world;
    const id = await make({ site: 'Weir', leaks: 3, by: 'other', 'by-Comment': 'Neighbour' });
    const controls = new Map<string, unknown>();
    for (const name of fields.keys()) {
      if (name === 'part') continue;
      const read = ok(await cell(dora, id, name));
      controls.set(name, read.at('control') ?? read.at('elsewhere'));
    }
    assert.deepEqual(Object.fromEntries(controls), {
      site: 'text',
      leaks: 'number',
      twice: 'answer-calculated',
      why: 'answer-hidden',
      signs: 'choices',
      by: 'choice',
      safe: 'choice',
      day: 'date',
      fixed: 'answer-read-only',
      shut: 'answer-read-only',
      photo: 'answer-file',
      parts: 'answer-rows',
      place: 'answer-in-parts',
    });
    const signs = ok(await cell(dora, id, 'signs')).at('choices');
    assert.deepEqual(signs, [
      { value: 'r', text: 'Rust', isAlone: false },
      { value: 'wet', text: 'wet', isAlone: false },
      { value: 'none', text: 'None', isAlone: true },
    ]);
    for (const [name, reason] of controls) {
      if (typeof reason !== 'string' || !reason.startsWith('answer-')) continue;
      const answer = await put(dora, id, name, 'x');
      assert.deepEqual([answer.status, answer.at('reason')], [409, reason], answer.text);
    }
    ok(await put(dora, id, 'signs', ['r', 'wet']));
    ok(await put(dora, id, 'safe', false, 2));
    // The text for "other" goes with it.
    ok(await put(dora, id, 'by', 'firm', 3));
    const { leaks, site } = { leaks: 3, site: 'Weir' };
    const answers = { leaks, site, signs: ['r', 'wet'], safe: false, by: 'firm' };
    assert.deepEqual((await stored(id)).at('answers'), answers);
  });

  test('a wrong answer is refused with its place, and a draft may lose one that completion needs', async () => {
    const { dora } = world;
    const id = await make({ site: 'Weir', leaks: 3 });
    for (const [name, value] of [
      ['leaks', 21],
      ['leaks', 'many'],
      ['by', 'nobody'],
      ['day', '2026-02-30'],
      ['site', 5],
    ] as const) {
      const answer = await put(dora, id, name, value);
      assert.deepEqual([answer.status, answer.at('code')], [422, 'invalid-answers'], answer.text);
      assert.equal(answer.at('faults', 0, 'field'), name);
    }
    const unknown = await dora.ask('PUT', `/app/v1/forms/${id}/answers/${id}`, {
      body: { revision: 1, value: 1 },
    });
    assert.deepEqual([unknown.status, unknown.at('reason')], [404, 'answer-not-asked']);
    ok(await put(dora, id, 'site', ''));
    assert.deepEqual((await stored(id)).at('answers'), { leaks: 3 });
  });

  test('a complete form stays complete, and only with answers that could be completed', async () => {
    const { dora, hugo, mila } = world;
    const id = await complete(await make({ site: 'Weir', leaks: 3 }));
    const revision = Number((await stored(id)).at('revision'));
    // Whoever filled it in may not change it any more.
    for (const by of [hugo, mila]) {
      assert.equal((await put(by, id, 'leaks', 5, revision)).status, 403);
      assert.equal((await cell(by, id, 'leaks')).status, 403);
      assert.equal((await rowOf(mila, id)).mayCorrect, false);
    }
    const before = await stored(id);
    world.node.clock.advance(60_000);
    const done = ok(await put(dora, id, 'leaks', 5, revision));
    assert.equal(done.at('row', 'status'), 'complete');
    assert.deepEqual(done.at('row'), await rowOf(dora, id));
    const after = await stored(id);
    assert.deepEqual(after.at('answers'), { site: 'Weir', leaks: 5, twice: 10 });
    // Hugo completed it, when he did, and Dora corrected it.
    assert.deepEqual(before.at('completedBy', 'name'), 'hugo');
    for (const key of ['completedBy', 'statusChangedAt', 'assignee']) {
      assert.deepEqual(after.at(key), before.at(key), key);
    }
    assert.deepEqual(
      [before.at('correctedBy'), after.at('correctedBy', 'name')],
      [undefined, 'dora'],
    );
    assert.ok(String(after.at('correctedAt')) > String(after.at('statusChangedAt')));
    const acts = ['create', 'complete', 'edit leaks'];
    assert.deepEqual(await actions(id), acts);
    const now = Number(done.at('revision'));
    // Another question becomes required.
    const missing = await put(dora, id, 'leaks', 15, now);
    assert.deepEqual([missing.status, missing.at('faults', 0, 'field')], [422, 'why']);
    const blank = await put(dora, id, 'site', null, now);
    assert.deepEqual([blank.status, blank.at('faults', 0, 'field')], [422, 'site']);
    assert.deepEqual(await actions(id), acts);
    // Another answer would go.
    const long = await complete(await make({ site: 'Weir', leaks: 15, why: 'Frost' }));
    const lost = await put(dora, long, 'leaks', 2, Number((await stored(long)).at('revision')));
    assert.deepEqual(
      [lost.status, lost.at('reason'), lost.at('names')],
      [409, 'answer-removes', '“Why”'],
    );
    assert.equal((await stored(long)).at('answers', 'why'), 'Frost');
  });

  test('whoever saved meanwhile is named, nothing is overwritten, and a repeated request succeeds', async () => {
    const { dora, hugo } = world;
    const id = await make({ site: 'Weir', leaks: 3 });
    const body = { revision: 1, answers: { site: 'Dam', leaks: 3 } };
    ok(await hugo.ask('PATCH', `/app/v1/forms/${id}`, { body }));
    const stale = await put(dora, id, 'leaks', 7);
    assert.deepEqual([stale.status, stale.at('current', 'updatedBy', 'name')], [412, 'hugo']);
    assert.deepEqual((await stored(id)).at('answers'), { site: 'Dam', leaks: 3 });
    ok(await put(dora, id, 'leaks', 7, 2));
    const again = ok(await put(dora, id, 'leaks', 7, 2));
    assert.equal(again.at('revision'), 3);
    assert.deepEqual((await stored(id)).at('answers'), { site: 'Dam', leaks: 7 });
    const [one, two] = await Promise.all([
      put(dora, id, 'leaks', 8, 3),
      put(dora, id, 'site', 'Weir', 3),
    ]);
    assert.deepEqual([one.status, two.status].toSorted(), [200, 412]);
  });

  test('people correct their own drafts, see no offer at those of others, and nothing of what they may not see', async () => {
    const { hugo, gina, mila } = world;
    const id = await make({ site: 'Weir' });
    assert.equal((await rowOf(hugo, id)).mayCorrect, true);
    assert.equal((await rowOf(mila, id)).mayCorrect, false);
    ok(await put(hugo, id, 'leaks', 1));
    assert.equal((await put(mila, id, 'leaks', 2, 2)).status, 403);
    assert.equal((await put(gina, id, 'leaks', 2, 2)).status, 404);
    assert.equal((await cell(gina, id, 'leaks')).status, 404);
    ok(await hugo.ask('DELETE', `/app/v1/forms/${id}`), 204);
    assert.equal((await put(hugo, id, 'leaks', 2, 3)).status, 404);
  });
});
