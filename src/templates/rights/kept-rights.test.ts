import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addReviewRight } from '#db/migrations/20261130-review.ts';
import { migrations } from '#db/migrations/index.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { openForms, type TestForms } from '../../../test/support/forms.ts';
import { ALL_RIGHTS, FILL_RIGHTS } from './rights.ts';
import { rightsOf } from './rights-of.ts';

forEachEngine((engine) => {
  let world: TestForms;
  before(async () => {
    world = await openForms(engine);
  });
  after(() => world.close());

  test('templates from before rights per template keep what everybody could do with them', async () => {
    const { db, directory, forms, write } = world;
    const [admin, designer] = [await world.actAs('admin'), await world.actAs('designer')];
    const [inside, outside] = [await world.actAs('member'), await world.actAs('member')];
    const group = await world.addGroup('Inspectors', [inside.userId]);
    const make = (more: object) =>
      write((tx) => forms.createTemplate(tx, admin, { name: 'Inspection', ...more }));
    const open = await make({ openToAll: true });
    const ofGroup = await make({ openToAll: false, groupIds: [group] });
    // Before, there was no such table: only whether a template is for everyone, or for which groups.
    const step = migrations.find(({ name }) => name === '20261127-template-rights');
    await write(async (tx) => {
      await tx.schema.dropTable('template_grants').execute();
      await step?.up(tx);
      await addReviewRight(tx);
    });
    const of = (viewer: typeof admin, { id }: typeof open) =>
      rightsOf(db.reader, directory, viewer, id);
    for (const template of [open, ofGroup]) {
      assert.deepEqual(await of(designer, template), ALL_RIGHTS);
      assert.deepEqual(await of(admin, template), ALL_RIGHTS);
      assert.deepEqual(await of(inside, template), FILL_RIGHTS);
    }
    assert.deepEqual(await of(outside, open), FILL_RIGHTS);
    assert.deepEqual(await of(outside, ofGroup), { ...FILL_RIGHTS, fill: false });
  });
});
