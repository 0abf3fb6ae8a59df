// What a correction changed: who reads it, in which words, and when it goes.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { purgeDeleted } from '#forms/purge-forms.ts';
import { recountAnswers, selectDeviation } from '#quotas/index.ts';
import { applyRules } from '#retention/keep-retention.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../../test/support/rights-world.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const DAY_MS = 86_400_000;
const DEFINITION = {
  elements: [
    {
      type: 'text',
      name: 'heat',
      title: { default: 'Temperature', de: 'Temperatur' },
      inputType: 'number',
      unit: '°C',
    },
    { type: 'boolean', name: 'safe', title: 'Safe' },
    { type: 'comment', name: 'notes', title: 'Notes', visibleIf: '{safe} = true' },
    {
      type: 'dropdown',
      name: 'by',
      title: 'By',
      choices: [{ value: 'c', text: { default: 'Crew', de: 'Trupp' } }],
      showOtherItem: true,
    },
  ],
};

forEachEngine((engine) => {
  let world: RightsWorld;
  let templateId: string;
  let fields: ReadonlyMap<string, string>;
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna, dora } = world;
    const body = { name: 'Check', definition: DEFINITION, openToAll: true };
    const made = ok(await hanna.ask('POST', '/app/v1/templates', { body }), 201);
    templateId = String(made.at('id'));
    ok(await hanna.ask('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    const rights = { fill: true, see: 'all', edit: true, assign: false, manage: false };
    const path = `/app/v1/templates/${templateId}/rights/${dora.by.userId}`;
    ok(await hanna.ask('PUT', path, { body: rights }));
    const version = ok(await hanna.ask('GET', `/app/v1/forms/${await make({})}`)).at('fields');
    assert.ok(Array.isArray(version));
    fields = new Map(version.map(({ id, name }) => [String(name), String(id)]));
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
  const read = async (id: string): Promise<Answer> =>
    ok(await world.hugo.ask('GET', `/app/v1/forms/${id}`));
  const correct = async (id: string, name: string, value: unknown, by = world.dora) => {
    const revision = Number((await read(id)).at('revision'));
    const path = `/app/v1/forms/${id}/answers/${fields.get(name)}`;
    ok(await by.ask('PUT', path, { body: { revision, value } }));
  };
  const list = (id: string, query = '', by: Person = world.hugo) =>
    by.ask('GET', `/app/v1/forms/${id}/corrections${query}`);
  /** Each correction as "field: from > to". */
  const told = async (id: string, query = ''): Promise<readonly string[]> => {
    const items = ok(await list(id, query)).at('items');
    assert.ok(Array.isArray(items));
    return items.map(({ title, from, to }) => `${title}: ${from?.text} > ${to?.text}`);
  };
  const countedRight = async () => {
    const { db } = world.node.services;
    const off = await selectDeviation(db.reader, world.hugo.by.accountId, 'answerBytes');
    assert.equal(off, 0, `off by ${off}`);
  };

  test('whoever sees the form reads who corrected what, from what, to what, in words and in their language', async () => {
    const id = await complete(await make({ heat: 21, by: 'other', 'by-Comment': 'Neighbour' }));
    await correct(id, 'heat', 23);
    await correct(id, 'by', 'c');
    await correct(id, 'heat', null);
    assert.deepEqual(await told(id), [
      'Temperature: 23 °C > ',
      'By: Neighbour > Crew',
      'Temperature: 21 °C > 23 °C',
    ]);
    assert.deepEqual((await told(id, '?locale=de')).slice(1), [
      'By: Neighbour > Trupp',
      'Temperatur: 21 °C > 23 °C',
    ]);
    const history = (await read(id)).at('history');
    const corrections = ok(await list(id)).at('items');
    assert.ok(Array.isArray(history) && Array.isArray(corrections));
    // The history itself keeps no answer.
    assert.ok(!JSON.stringify(history).includes('Neighbour'));
    const entries = history.filter(({ corrected }) => corrected !== undefined).toReversed();
    assert.deepEqual(
      corrections.map((each) => [each.id, each.at, each.actor.name]),
      entries.map((each) => [each.id, each.at, 'dora']),
    );
    assert.equal((await list(id, '', world.gina)).status, 404);
    await countedRight();
  });

  test('a draft that is corrected keeps what was there before, too', async () => {
    const id = await make({ heat: 1 });
    await correct(id, 'heat', 2);
    assert.deepEqual(await told(id), ['Temperature: 1 °C > 2 °C']);
    // Typing in the form is no correction.
    const body = { revision: 2, answers: { heat: 3 } };
    ok(await world.hugo.ask('PATCH', `/app/v1/forms/${id}`, { body }));
    assert.equal((await told(id)).length, 1);
  });

  test('while a condition hides a question nobody reads its old answers, and completing removes them', async () => {
    const id = await make({ safe: true, notes: 'Rust' });
    await correct(id, 'notes', 'Rust at the gate');
    assert.deepEqual(await told(id), ['Notes: Rust > Rust at the gate']);
    await correct(id, 'safe', false);
    const hidden = ok(await list(id)).at('items', 1);
    assert.ok(!JSON.stringify(hidden).includes('Rust'), JSON.stringify(hidden));
    const one = await list(id, `/${Object(hidden).id}`);
    assert.ok(!ok(one).text.includes('Rust'));
    await correct(id, 'safe', true);
    assert.equal((await told(id))[2], 'Notes: Rust > Rust at the gate');
    await correct(id, 'safe', false);
    await complete(id);
    ok(await world.dora.ask('POST', `/app/v1/forms/${id}/reopen`, { body: {} }));
    await correct(id, 'safe', true);
    assert.ok(!ok(await list(id, '?limit=100')).text.includes('Rust'));
    await countedRight();
  });

  test('a long answer is cut, and one request away; the list reads on', async () => {
    const long = 'x'.repeat(400_000);
    const id = await make({ safe: true, notes: 'short' });
    await correct(id, 'notes', long);
    await correct(id, 'notes', `${long}y`);
    for (let heat = 1; heat <= 5; heat += 1) await correct(id, 'heat', heat);
    const seen: string[] = [];
    let pages = 0;
    for (let cursor = ''; pages === 0 || cursor !== ''; pages += 1) {
      const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = ok(await list(id, `?limit=4${next}`));
      assert.ok(page.text.length < 5000);
      const items = page.at('items');
      assert.ok(Array.isArray(items));
      seen.push(...items.map((each) => each.id));
      cursor = String(page.at('next') ?? '');
    }
    // The second long one does not fit into the page of the first.
    assert.deepEqual([seen.length, new Set(seen).size, pages], [7, 7, 3]);
    const page = ok(await list(id, '?limit=100'));
    const cut = page.at('items', 5, 'from');
    assert.deepEqual(cut, { text: `${'x'.repeat(199)}…`, isCut: true });
    const whole = ok(await list(id, `/${seen[5]}`));
    assert.equal(whole.at('to', 'text'), `${long}y`);
    assert.equal((await list(id, `/${id}`)).status, 404);
    const elsewhere = await make({});
    assert.equal((await list(elsewhere, `/${seen[5]}`)).status, 404);
    await countedRight();
  });

  test('a node of the version before, which knows no corrections, leaves none behind', async () => {
    const { db } = world.node.services;
    const id = await make({ heat: 1 });
    await correct(id, 'heat', 2);
    // What it does when it removes a form.
    await db.transaction(async (tx) => {
      await tx.deleteFrom('forms').where('id', '=', id).execute();
      await tx.deleteFrom('form_events').where('form_id', '=', id).execute();
    });
    const query = db.reader.selectFrom('form_corrections').selectAll().where('form_id', '=', id);
    assert.deepEqual(await query.execute(), []);
    await recountAnswers(db, world.hugo.by.accountId);
  });

  test('programs learn who corrected a complete form, and it is on record', async () => {
    const { hugo, dora, adam, node } = world;
    const id = await complete(await make({ heat: 21 }));
    const path = `/v2/formz/${id}`;
    const first = ok(await hugo.ask('GET', path));
    assert.deepEqual([first.at('correctedBy'), first.at('correctedDate')], [null, null]);
    node.clock.advance(1000);
    await correct(id, 'heat', 23);
    const then = ok(await hugo.ask('GET', path));
    assert.deepEqual(then.at('completedBy', 'id'), hugo.by.userId);
    assert.deepEqual(then.at('correctedBy', 'id'), dora.by.userId);
    assert.match(String(then.at('correctedDate')), /^20\d\d-/);
    const events = await adam.ask('GET', '/app/v1/audit-events?action=form.correct&limit=1');
    assert.equal(events.at('items', 0, 'user', 'id'), dora.by.userId, events.text);
    const begun = await dora.ask('POST', '/app/v1/exports', { body: { kind: 'json', templateId } });
    const job = String(ok(begun, 202).headers['location']);
    const ready = async () => (await dora.ask('GET', job)).at('files', 0, 'url');
    await waitUntil(async () => (await ready()) !== undefined);
    const exported: unknown = JSON.parse(ok(await dora.ask('GET', String(await ready()))).text);
    assert.ok(Array.isArray(exported));
    const one = exported.find(({ formId }) => formId === id);
    assert.deepEqual([one.completedBy.name, one.correctedBy.name], ['hugo', 'dora']);
    // After it is reopened and completed again, the last completion counts.
    ok(await dora.ask('POST', `/app/v1/forms/${id}/reopen`, { body: {} }));
    node.clock.advance(1000);
    await complete(id, dora);
    assert.equal(ok(await hugo.ask('GET', path)).at('correctedBy'), null);
  });

  test('what a retention rule blanks is gone from the corrections, also when the answer was gone before, and a removed form takes its corrections along', async () => {
    const { node, hanna, hugo } = world;
    const kept = await complete(await make({ heat: 1, by: 'c' }));
    await correct(kept, 'heat', 2);
    await correct(kept, 'by', null);
    const emptied = await complete(await make({ heat: 5 }));
    await correct(emptied, 'heat', null);
    const removed = await make({ heat: 1 });
    await correct(removed, 'heat', 2);
    ok(await hugo.ask('DELETE', `/app/v1/forms/${removed}`), 204);
    const path = `/app/v1/templates/${templateId}/retention`;
    const rule = { action: 'blank', days: 1, countedFrom: 'creation', fields: ['heat'] };
    ok(await hanna.ask('PUT', path, { body: { ...rule, location: false } }));
    for (const days of [2, 8]) {
      await applyRules(node.services);
      node.clock.advance(days * DAY_MS);
    }
    await applyRules(node.services);
    await countedRight();
    node.clock.advance(31 * DAY_MS);
    await purgeDeleted(node.services);
    await countedRight();
    const { db } = node.services;
    const left = await db.reader
      .selectFrom('form_corrections')
      .select('field')
      .where('form_id', 'in', [kept, emptied, removed])
      .execute();
    assert.deepEqual(left, [{ field: 'by' }]);
  });
});
