import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor, FormChanges } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import type { JsonObject } from '#kernel/json.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';

const DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'text', name: 'date', title: 'Date', inputType: 'date' },
    {
      type: 'dropdown',
      name: 'state',
      choices: [{ value: 'g', text: 'Good' }],
      showOtherItem: true,
    },
    { type: 'text', name: 'weight', inputType: 'number', unit: 'kg', decimals: 1 },
    { type: 'comment', name: 'notes' },
  ],
};

forEachEngine((engine) => {
  let world: TestForms;
  let designer: FormActor;
  let ada: FormActor;
  let template: Template;
  before(async () => {
    world = await openForms(engine);
    [designer, ada] = [await world.actAs('designer'), await world.actAs('member', 'Ada')];
    template = await world.publish(designer, {
      definition: DEFINITION,
      namePattern: 'Inspection of {site}, {answer.date}',
    });
  });
  after(() => world.close());

  const edit = (id: string, changes: FormChanges) =>
    world.write((tx) => world.forms.editForm(tx, ada, id, changes));
  const create = (answers: JsonObject, name?: string) =>
    world.create(ada, template, { answers, ...(name !== undefined && { name }) });

  test('the name of a form follows its answers, before and after they are given', async () => {
    const { id, name } = await create({});
    assert.equal(name, 'Inspection of …, …');
    const named = await edit(id, { answers: { site: 'North\n pier', date: '2026-11-26' } });
    assert.equal(named.name, 'Inspection of North pier, Nov 26, 2026');
    const answers = { date: '2026-11-26' };
    const done = await world.write((tx) => world.forms.completeUnchecked(tx, ada, id, { answers }));
    assert.equal(done.name, 'Inspection of …, Nov 26, 2026');
    assert.deepEqual(await world.forms.readForm(world.db.reader, ada, id), done);
  });

  test('a name that a person gives stays, and one that is sent back as it was read goes on following', async () => {
    const { id, name } = await create({ site: 'South' });
    assert.equal(
      (await edit(id, { name, answers: { site: 'East' } })).name,
      'Inspection of East, …',
    );
    await edit(id, { name: 'Mine' });
    assert.equal((await edit(id, { answers: { site: 'West' } })).name, 'Mine');
    const given = await create({ site: 'West' }, 'Given');
    assert.equal((await edit(given.id, { answers: { site: 'East' } })).name, 'Given');
  });

  test('choices, other texts, units and long texts are written as people read them', async () => {
    const own = await world.publish(designer, {
      definition: DEFINITION,
      namePattern: '{state} {weight} {site}',
    });
    const made = (answers: JsonObject) => world.create(ada, own, { answers });
    const { name } = await made({ state: 'g', weight: 2, site: 'x'.repeat(200) });
    assert.equal(name, `Good 2.0 kg ${'x'.repeat(79)}…`);
    const other = await made({ state: 'other', 'state-Comment': 'Wet', site: '\u202eabc\u0007' });
    assert.equal(other.name, 'Wet … abc');
  });

  test('a pattern is refused for a field that is not there, or whose answer is too long for a name', async () => {
    for (const part of ['{place}', '{notes}', '{answer.user}']) {
      const changes = { namePattern: `Inspection ${part}` };
      await assert.rejects(
        world.write((tx) => world.forms.changeTemplate(tx, designer, template.id, changes)),
        withCode('invalid-value', 'namePattern'),
      );
    }
  });

  test('a field that the names of forms contain cannot be left out of the next version unnoticed', async () => {
    const own = await world.publish(designer, { definition: DEFINITION, namePattern: '{site}' });
    const definition = { elements: [{ type: 'text', name: 'place' }] };
    const change = (changes: object) =>
      world.write((tx) => world.forms.changeTemplate(tx, designer, own.id, changes));
    await change({ definition, namePattern: '{site}' });
    const publish = () => world.write((tx) => world.forms.publishTemplate(tx, designer, own.id));
    await assert.rejects(publish, withCode('invalid-definition', 'namePattern'));
    const copy = await world.write((tx) =>
      world.forms.duplicateTemplate(tx, designer, own.id, 'Copy'),
    );
    assert.equal(copy.namePattern, '{site}');
    await change({ namePattern: '{place}' });
    await publish();
  });
});
