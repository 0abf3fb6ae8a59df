// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { User } from '#directory/index.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';

const ROUNDS = IS_DEEP ? 200 : 40;

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const admin = () => d.addUser({}, { role: 'admin' });
  const activeAdmins = async () =>
    (
      await d.db.reader
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('active', '=', 1)
        .execute()
    ).length;
  const ways = {
    demote: ({ id }: User) =>
      d.write((tx) => d.directory.setRole(tx, d.actor('api'), id, 'designer')),
    deactivate: ({ id }: User) =>
      d.write((tx) => d.directory.setActive(tx, d.actor('command-line'), id, false)),
    put: ({ id, userName }: User) => d.putUser(id, { userName, active: false }),
    remove: ({ id }: User) =>
      d.write((tx) => d.directory.removeUser(tx, d.actor(), id, { visibility: 'all' })),
  };
  const clear = () =>
    d.db.reader.updateTable('users').set({ role: 'member' }).where('role', '=', 'admin').execute();

  for (const [name, lose] of Object.entries(ways)) {
    test(`the last active admin stays, whoever tries: ${name}`, async () => {
      await clear();
      const [last, inactive] = [await admin(), await admin()];
      await ways.deactivate(inactive);
      await assert.rejects(lose(last), withCode('last-admin'));
      assert.equal(await activeAdmins(), 1);
      // An inactive admin may always be removed.
      await lose(inactive);
      await admin();
      await lose(last);
      assert.equal(await activeAdmins(), 1);
    });
  }

  test(`two admins take each other away at once, ${ROUNDS} times: one always stays`, async () => {
    const pick = (i: number) => Object.values(ways)[i % 4] ?? ways.demote;
    for (let round = 0; round < ROUNDS; round += 1) {
      await clear();
      const [a, b] = [await admin(), await admin()];
      const results = await Promise.allSettled([pick(round)(a), pick(Math.floor(round / 4))(b)]);
      const lost = results.filter((result) => result.status === 'rejected');
      assert.equal(lost.length, 1, `round ${round}`);
      assert.ok(lost.every(({ reason }) => withCode('last-admin')(reason)));
      assert.equal(await activeAdmins(), 1, `round ${round}`);
    }
  });

  test('an inactive admin, a member and another account do not count as the other admin', async () => {
    await clear();
    const last = await admin();
    const other = await d.write((tx) => d.directory.createAccount(tx, { name: 'Other' }));
    await d.write((tx) =>
      d.directory.createUser(
        tx,
        { accountId: other.id, via: 'api' },
        { attributes: { userName: 'x' }, origin: 'local', role: 'admin' },
      ),
    );
    await assert.rejects(ways.demote(last), withCode('last-admin'));
  });
});
