import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SearchKind } from '#db/search-tables.ts';
import { groupsToFind, usersToFind } from '#directory/index.ts';
import { formsToFind, templatesToFind } from '#form-records/texts-to-find.store.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import { fillSearch } from './fill-search.ts';
import { find } from './index.ts';

const HOUR_MS = 3_600_000;
const PEOPLE = 7;

forEachEngine((engine) => {
  let world: TestForms;
  before(async () => {
    world = await openForms(engine);
  });
  after(() => world.close());

  /** Runs the job once, as a node that starts, works for a short time and stops. */
  const run = () =>
    fillSearch({
      ...world,
      sources: [usersToFind, groupsToFind, templatesToFind, formsToFind],
      atOnce: 2,
      pagesARun: 2,
    }).run();
  const idsOf = async (kind: SearchKind, text: string) =>
    (await find(world.db, { accountId: world.account.id, kind }, text))?.ids ?? [];
  const forget = async () => {
    await world.db.reader.deleteFrom('search_words').execute();
    await world.db.reader.deleteFrom('search_texts').execute();
  };
  const stored = async () => ({
    words: await world.db.reader
      .selectFrom('search_words')
      .selectAll()
      .orderBy('word')
      .orderBy('id')
      .execute(),
    texts: await world.db.reader.selectFrom('search_texts').selectAll().orderBy('id').execute(),
  });

  test('what was stored before there was an index is found, however often the work is broken off', async () => {
    const by = await world.actAs('admin', 'admin');
    for (let at = 0; at < PEOPLE; at += 1)
      await world.addUser({ userName: `p${at}`, displayName: `Old ${at}` });
    await world.addGroup('Old crew');
    const template = await world.publish(by, { name: 'Old check' });
    const form = await world.create(by, template, { name: 'Old site' });
    const before = await stored();
    await forget();
    assert.deepEqual(await idsOf('user', 'old'), []);
    for (let turns = 0; turns < 20; turns += 1) await run();
    assert.equal((await idsOf('user', 'old')).length, PEOPLE);
    assert.equal((await idsOf('group', 'crew')).length, 1);
    assert.deepEqual(await idsOf('template', 'check'), [template.id]);
    assert.deepEqual(await idsOf('form', 'site'), [form.id]);
    assert.deepEqual(await idsOf('form', '#1'), [form.id]);
    assert.deepEqual(await stored(), before);
  });

  test('what a node of the version before wrote beside it is found an hour later, and then nothing is looked at again', async () => {
    await world.addUser({ userName: 'late', displayName: 'Late' });
    await forget();
    for (let turns = 0; turns < 20; turns += 1) await run();
    assert.deepEqual(await idsOf('user', 'late'), []);
    world.clock.advance(HOUR_MS);
    for (let turns = 0; turns < 20; turns += 1) await run();
    assert.equal((await idsOf('user', 'late')).length, 1);
    await forget();
    world.clock.advance(24 * HOUR_MS);
    await run();
    assert.deepEqual(await idsOf('user', 'late'), []);
  });
});
