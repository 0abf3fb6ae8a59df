import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import { type Visibility, visibilityOf } from './visibility.ts';

/** More round trips than pass from the question to its answer. */
const STEPS = 8;

forEachEngine((engine) => {
  let world: TestForms;
  before(async () => {
    world = await openForms(engine);
  });
  after(() => world.close());

  test('a designer who deletes drafts of their own meanwhile never sees templates of others', async () => {
    const { directory, forms, write } = world;
    const [hanna, dora] = [await world.actAs('designer'), await world.actAs('designer')];
    await write((tx) => forms.createTemplate(tx, hanna, { name: 'Salaries' }));
    const seen: Visibility[] = [];
    for (let steps = 0; steps < STEPS; steps += 1) {
      await write(async (tx) => {
        const { id } = await forms.createTemplate(tx, dora, { name: 'Mine' });
        // What is asked on one connection is answered in that order: the draft goes after each of its steps once.
        const seeing = visibilityOf(tx, directory, dora);
        for (let i = 0; i < steps; i += 1) {
          await sql`select 1`.execute(tx);
        }
        await Promise.all(
          (['template_grants', 'templates'] as const).map((table) =>
            tx
              .deleteFrom(table)
              .where(table === 'templates' ? 'id' : sql.ref('template_id'), '=', id)
              .execute(),
          ),
        );
        seen.push(await seeing);
      });
    }
    assert.ok(
      seen.some((each) => each !== 'all' && each.some(({ column }) => column === 'template_id')),
    );
    assert.ok(!seen.includes('all'));
  });
});
