import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addToCounter } from '#db/counters.ts';
import { forEachEngine } from '../../../../test/support/engines.ts';
import { openForms, type TestForms } from '../../../../test/support/forms.ts';
import { countUsers, listGroupRows, listUserRows } from './assignee.store.ts';

/** More rows than are skipped on the main connection. */
const COUNT = 1200;

forEachEngine((engine) => {
  let world: TestForms;
  before(async () => {
    world = await openForms(engine);
    const { id: accountId } = world.account;
    await world.write(async (tx) => {
      for (let i = 0; i < COUNT; i += 1) {
        const id = world.ids.next();
        const common = {
          account_id: accountId,
          id,
          origin: 'local',
          version: 1,
          attributes: '{}',
          folded: '{}',
          created_at: 1,
          updated_at: 1,
        } as const;
        await tx
          .insertInto('users')
          .values({
            ...common,
            user_name: `u${i}`,
            user_name_key: `u${i}`,
            active: 1,
            role: 'member',
            protected: i % 100 === 0 ? 1 : 0,
            stamp: 1,
          })
          .execute();
        if (i % 100 !== 0) await addToCounter(tx, accountId, 'users', id, 1);
        const name = `g${i}`;
        await tx
          .insertInto('groups')
          .values({ ...common, display_name: name, display_name_key: name })
          .execute();
      }
    });
  });
  after(() => world.close());

  test('protected users count like others', async () => {
    assert.equal(await countUsers(world.db.reader, world.account.id), COUNT);
  });

  for (const [what, list] of [
    ['users', listUserRows],
    ['groups', listGroupRows],
  ] as const) {
    test(`pages of ${what} by number and by place are one list in order of id`, async () => {
      const { db, account } = world;
      const byNumber: string[] = [];
      for (let offset = 0; offset < COUNT; offset += 99) {
        const rows = await list(db, account.id, { offset }, 99);
        byNumber.push(...rows.map(({ id }) => id));
      }
      const byCursor: string[] = [];
      let rows = await list(db, account.id, { offset: 0 }, 70);
      while (rows.length > 0) {
        byCursor.push(...rows.map(({ id }) => id));
        rows = await list(db, account.id, { after: byCursor.at(-1) ?? '' }, 70);
      }
      assert.equal(byNumber.length, COUNT);
      assert.deepEqual(byNumber, byNumber.toSorted());
      assert.deepEqual(byCursor, byNumber);
    });
  }
});
