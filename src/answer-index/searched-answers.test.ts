// Forms are found by the answers that their template marks as searchable, by those who see these answers.
// Nightly: it takes over three seconds.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refillSearch } from '#answer-queries/refill-search.ts';
import type { FormActor } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import { selectListedForms } from '#form-records/form-list.store.ts';
import { DEFAULT_ORDER } from '#form-records/list-query.ts';
import { visibilityOf } from '#form-records/visibility.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { find } from '#search/index.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';

const STATES: JsonValue = [
  { value: 'g', text: { default: 'Spotless', de: 'Makellos' } },
  { value: 'b', text: 'Corroded' },
];

/** @param marked the names of the searchable fields */
function definition(marked: readonly string[]): JsonObject {
  const mark = (element: JsonObject): JsonObject => {
    const { name } = element;
    return typeof name === 'string' && marked.includes(name)
      ? { ...element, searchable: true }
      : element;
  };
  const elements = [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'comment', name: 'notes', showCommentArea: true },
    { type: 'text', name: 'serial', inputType: 'number' },
    { type: 'dropdown', name: 'state', choices: STATES },
    { type: 'checkbox', name: 'tools', choices: ['hammer', 'chisel'], showOtherItem: true },
    { type: 'barcode', name: 'code' },
  ];
  const table = {
    type: 'matrixdynamic',
    name: 'parts',
    columns: [
      mark({ name: 'part', cellType: 'text' }),
      { name: 'amount', cellType: 'text', inputType: 'number' },
    ],
  };
  return { pages: [{ name: 'p1', elements: [...elements.map(mark), table] }] };
}

const ALL = ['site', 'notes', 'serial', 'state', 'tools', 'code', 'part'];
const ANSWERS: JsonObject = {
  site: 'Zürich Oerlikon',
  notes: 'The 東京駅 gate was jammed',
  'notes-Comment': 'remarkable',
  serial: 4711,
  state: 'g',
  tools: ['chisel', 'other'],
  'tools-Comment': 'crowbar',
  code: { text: 'QX-0042', format: 'qr_code' },
  parts: [{ part: 'flange', amount: 3 }, { part: 'gasket' }],
};

forEachEngine((engine) => {
  let world: TestForms;
  let by: FormActor;
  before(async () => {
    world = await openForms(engine);
    by = await world.actAs('admin');
  });
  after(() => world.close());

  /** Returns the names of the forms that somebody finds. */
  async function found(text: string, viewer = by): Promise<readonly string[]> {
    const { db, directory, account } = world;
    const accountId = account.id;
    const selection = {
      accountId,
      visibility: await visibilityOf(db.reader, directory, viewer),
      order: DEFAULT_ORDER,
      status: undefined,
      namePrefix: undefined,
      filter: undefined,
      found: await find(db, { accountId, kind: 'form' }, text),
    };
    const rows = await selectListedForms(db, selection, { offset: 0 }, 100, 0);
    return rows.map(({ name }) => name);
  }
  const publishAs = (template: Template, changed: JsonObject) =>
    world.write(async (tx) => {
      await world.forms.changeTemplate(tx, by, template.id, { definition: changed });
      return (await world.forms.publishTemplate(tx, by, template.id)).template;
    });
  const republish = (template: Template, marked: readonly string[]) =>
    publishAs(template, definition(marked));
  const refill = () => refillSearch({ db: world.db, atOnce: 2 }).run();
  const waiting = () => world.db.reader.selectFrom('search_refills').selectAll().execute();

  test('a form is found by texts, numbers, choices in both languages, what was typed for "other", codes and rows of tables', async () => {
    const template = await world.publish(by, { definition: definition(ALL) });
    await world.create(by, template, { name: 'Marked', answers: ANSWERS });
    for (const text of [
      'zurich',
      'zuerich oer',
      '京駅',
      'jammed',
      'remark',
      '4711',
      'spotless',
      'makell',
      'chisel',
      'crowbar',
      'qx-0042',
      'flange',
      'gask',
      'marked zürich spotless gasket',
    ]) {
      assert.deepEqual(await found(text), ['Marked'], text);
    }
    // Neither stored values of choices with a text, nor what nobody marked.
    for (const text of ['corroded', 'hammer', 'oerlikon hammer']) {
      assert.deepEqual(await found(text), [], text);
    }
  });

  test('no form is found by an answer to a field that its template does not mark', async () => {
    const template = await world.publish(by, { definition: definition(['serial']) });
    const answers = { site: 'Winterthur', serial: 815, parts: [{ part: 'sprocket' }] };
    await world.create(by, template, { name: 'Unmarked', answers });
    assert.deepEqual(await found('winterthur'), []);
    assert.deepEqual(await found('sprocket'), []);
    assert.deepEqual(await found('815'), ['Unmarked']);
  });

  test('a form is found by its new answers at once, and no longer by the old ones', async () => {
    const template = await world.publish(by, { definition: definition(ALL) });
    const form = await world.create(by, template, { name: 'Moved', answers: { site: 'Chur' } });
    await world.write((tx) =>
      world.forms.editForm(tx, by, form.id, { answers: { site: 'Davos' } }),
    );
    assert.deepEqual(await found('chur'), []);
    assert.deepEqual(await found('davos'), ['Moved']);
    await world.write((tx) => world.forms.removeForm(tx, by, form.id));
    assert.deepEqual(await found('davos'), []);
    await world.write((tx) => world.forms.restoreForm(tx, by, form.id));
    assert.deepEqual(await found('davos'), ['Moved']);
  });

  test('what a new version marks is found in forms of all versions once they are indexed again, however often that stops', async () => {
    const template = await world.publish(by, { definition: definition([]) });
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const name of names) {
      await world.create(by, template, { name, answers: { site: 'Locarno', notes: 'quartz' } });
    }
    await refill();
    assert.deepEqual(await found('locarno'), []);
    await republish(template, ['site']);
    // A new form is found at once, and one of an old version when it is written.
    await world.create(by, template, { name: 'Six', answers: { site: 'Locarno' } });
    assert.deepEqual(await found('locarno'), ['Six']);
    await refillSearch({ db: world.db, atOnce: 2, pagesARun: 1 }).run();
    assert.equal((await found('locarno')).length, 3);
    await refill();
    assert.deepEqual([...(await found('locarno'))].toSorted(), [...names, 'Six'].toSorted());
    assert.deepEqual(await found('quartz'), []);
    assert.deepEqual(await waiting(), []);
    await republish(template, ['notes']);
    await refill();
    assert.deepEqual(await found('locarno'), []);
    assert.equal((await found('quartz')).length, 5);
    assert.deepEqual(await waiting(), []);
  });

  test('a version that marks the same fields indexes nothing again', async () => {
    const template = await world.publish(by, { definition: definition(['site']) });
    await publishAs(template, { ...definition(['site']), title: 'Another title' });
    assert.deepEqual(await waiting(), []);
  });

  test('a field that was unmarked stays unsearched when it is removed, in forms of the version that marked it too', async () => {
    const template = await world.publish(by, { definition: definition(['site', 'notes']) });
    const answers = { site: 'Disentis', notes: 'slate' };
    const form = await world.create(by, template, { name: 'Kept', answers });
    await republish(template, ['notes']);
    const left = { pages: [{ name: 'p1', elements: [{ type: 'comment', name: 'notes' }] }] };
    await publishAs(template, left);
    // Removed fields stay what they were, however many versions follow.
    await publishAs(template, { ...left, title: 'Another title' });
    await refill();
    const changed = { ...answers, site: 'Disentis Mustér' };
    await world.write((tx) => world.forms.editForm(tx, by, form.id, { answers: changed }));
    assert.deepEqual(await found('disentis'), []);
    assert.deepEqual(await found('muster'), []);
  });

  test('a column that comes back unmarked is no longer searched in old forms', async () => {
    const withColumns = (...columns: JsonObject[]) => ({
      pages: [{ name: 'p1', elements: [{ type: 'matrixdynamic', name: 'parts', columns }] }],
    });
    const amount = { name: 'amount', cellType: 'text', inputType: 'number' };
    const part = { name: 'part', cellType: 'text' };
    const marked = withColumns({ ...part, searchable: true }, amount);
    const template = await world.publish(by, { definition: marked });
    await world.create(by, template, { name: 'Spare', answers: { parts: [{ part: 'ratchet' }] } });
    await publishAs(template, withColumns(amount));
    await refill();
    assert.deepEqual(await found('ratchet'), ['Spare']);
    await publishAs(template, withColumns(part, amount));
    await refill();
    assert.deepEqual(await found('ratchet'), []);
  });

  test('a template that again and again makes other fields searchable is stopped, before its versions only grow', async () => {
    const names = (from: number) => Array.from({ length: 300 }, (_, at) => `field${from + at}`);
    const asking = (from: number) => ({
      elements: names(from).map((name) => ({ type: 'text', name, searchable: true })),
    });
    const template = await world.publish(by, { definition: asking(0) });
    for (let from = 300; from < 3000; from += 300) await publishAs(template, asking(from));
    await assert.rejects(publishAs(template, asking(3000)), {
      code: 'invalid-definition',
      detail: /more than 3000 searchable fields/,
    });
    // The fields that it has may stay searchable.
    await publishAs(template, { ...asking(2700), title: 'Another title' });
    await refill();
  });

  test('a form that can not be read keeps the forms of no other template from being indexed', async () => {
    const template = () => world.publish(by, { definition: definition([]) });
    const [first, middle, last] = [await template(), await template(), await template()];
    for (const each of [first, middle, last]) {
      await world.create(by, each, { name: 'Pass', answers: { site: 'Airolo' } });
      await republish(each, ['site']);
    }
    const stored = world.db.reader.updateTable('forms').where('template_id', '=', middle.id);
    await stored.set({ answers: '{' }).execute();
    await assert.rejects(refill(), /The forms of some templates were not indexed again/);
    assert.equal((await found('airolo')).length, 2);
    await stored.set({ answers: '{}' }).execute();
    await refill();
    assert.deepEqual(await waiting(), []);
  });

  test('a run takes fewer forms when their answers are large, and still reaches all of them', async () => {
    const template = await world.publish(by, { definition: definition([]) });
    const notes = 'glacier '.repeat(120_000);
    for (let at = 0; at < 5; at += 1) {
      await world.create(by, template, { name: `Large ${at}`, answers: { notes } });
    }
    await republish(template, ['notes']);
    const page = () => refillSearch({ db: world.db, pagesARun: 1 }).run();
    await page();
    assert.equal((await found('glacier')).length, 4);
    await page();
    assert.equal((await found('glacier')).length, 5);
    assert.deepEqual(await waiting(), []);
  });

  test('a field that the current version no longer asks is searched as the last version that asked it says', async () => {
    const template = await world.publish(by, { definition: definition(['site', 'notes']) });
    const answers = { site: 'Bellinzona', notes: 'granite' };
    await world.create(by, template, { name: 'Retired', answers });
    const left = { pages: [{ name: 'p1', elements: [{ type: 'comment', name: 'notes' }] }] };
    await publishAs(template, left);
    await refill();
    assert.deepEqual(await found('bellinzona'), ['Retired']);
    assert.deepEqual(await found('granite'), []);
  });

  test('people find forms by answers only where they see the answers: their own, those of their groups, or all', async () => {
    const [outsider, colleague, filler, seer] = [
      await world.actAs('member'),
      await world.actAs('member'),
      await world.actAs('member'),
      await world.actAs('member'),
    ];
    const group = await world.addGroup('Crew', [colleague.userId, filler.userId]);
    const template = await world.publish(by, { definition: definition(ALL), openToAll: true });
    const rights = { fill: true, see: 'group', edit: false, assign: true, manage: false } as const;
    await world.write(async (tx) => {
      await world.forms.giveRights(tx, by, template.id, group, rights);
      await world.forms.giveRights(tx, by, template.id, seer.userId, { ...rights, see: 'all' });
    });
    await world.create(filler, template, { name: 'Crew form', answers: { site: 'Rapperswil' } });
    await world.create(by, template, { name: 'Office form', answers: { site: 'Rapperswil' } });
    const each = async (viewer: FormActor) => [...(await found('rapperswil', viewer))].toSorted();
    assert.deepEqual(await each(outsider), []);
    assert.deepEqual(await each(filler), ['Crew form']);
    assert.deepEqual(await each(colleague), ['Crew form']);
    assert.deepEqual(await each(seer), ['Crew form', 'Office form']);
  });

  test('the words of an answer are bounded, and the name is found whatever the answers say', async () => {
    const template = await world.publish(by, { definition: definition(ALL) });
    const notes = Array.from({ length: 400 }, (_, i) => `w${i}x`).join(' ');
    await world.create(by, template, { name: 'Endless', answers: { notes } });
    assert.deepEqual(await found('endless'), ['Endless']);
    assert.deepEqual(await found('w0x'), ['Endless']);
    assert.deepEqual(await found('w399x'), []);
  });
});
