// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCounter } from '#db/counters.ts';
import type { GroupChange } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  let count = 0;
  const freshName = () => `Group ${++count}`;
  const inputs = (ids: readonly string[]) => ids.map((value) => ({ value }));
  const add = async (ids: readonly string[] = [], displayName = freshName(), via?: Actor['via']) =>
    (
      await d.write((tx) =>
        d.directory.createGroup(tx, d.actor(via), {
          attributes: { displayName },
          members: inputs(ids),
          origin: 'provisioned',
        }),
      )
    ).group;
  const put = async (
    { id, displayName }: { readonly id: string; readonly displayName: string },
    members: readonly string[] | undefined,
    more: Partial<GroupChange> & { readonly via?: Actor['via'] } = {},
  ) =>
    (
      await d.write((tx) =>
        d.directory.changeGroup(tx, d.actor(more.via), id, {
          change: () => ({
            attributes: { displayName },
            members: members ? [{ kind: 'replace', members: inputs(members) }] : [],
          }),
          ...more,
        }),
      )
    ).group;
  const remove = (id: string) => d.write((tx) => d.directory.removeGroup(tx, d.actor(), id, {}));
  const read = (id: string) => d.directory.readGroup(d.db.reader, d.account.id, id);
  const members = async (id: string) =>
    (await d.directory.readMembers(d.db.reader, d.account.id, id, undefined, 1000)).map(
      (member) => member.id,
    );
  const groupsOf = async (id: string) =>
    (await d.directory.readUser(d.db.reader, d.account.id, id, 'all'))?.groups;

  test('a group shows its members by name, users and groups, in order of id', async () => {
    const ann = await d.addUser({ displayName: 'Ann' });
    const bob = await d.addUser({ userName: 'bob' });
    const inner = await add([], 'Inner');
    const group = await add([inner.id, bob.id, ann.id, ann.id]);
    assert.deepEqual([group.version, group.attributes], [1, { displayName: group.displayName }]);
    const shown = await d.directory.readMembers(d.db.reader, d.account.id, group.id, undefined, 9);
    assert.deepEqual(shown, [
      { id: ann.id, type: 'User', display: 'Ann' },
      { id: bob.id, type: 'User', display: 'bob' },
      { id: inner.id, type: 'Group', display: 'Inner' },
    ]);
    const page = await d.directory.readMembers(d.db.reader, d.account.id, group.id, ann.id, 1);
    assert.deepEqual(page, shown.slice(1, 2));
    assert.deepEqual(await read(group.id), group);
  });

  test('a name is taken in every letter case, by others only, also when 20 race for it', async () => {
    const group = await add([], 'Größe');
    await assert.rejects(add([], 'GRÖSSE'), withCode('group-name-taken', 'displayName'));
    const other = await add();
    await assert.rejects(put({ ...other, displayName: 'größe' }, []), withCode('group-name-taken'));
    assert.equal((await put({ ...group, displayName: 'GRÖSSE' }, [])).displayName, 'GRÖSSE');
    await remove(group.id);
    await add([], 'Größe');

    const results = await Promise.allSettled(Array.from({ length: 20 }, () => add([], 'raced')));
    const lost = results.filter((result) => result.status === 'rejected');
    assert.equal(lost.length, 19);
    assert.ok(lost.every(({ reason }) => withCode('group-name-taken')(reason)));
    const groups = await Promise.all(Array.from({ length: 8 }, () => add()));
    const renames = await Promise.allSettled(
      groups.map((each) => put({ ...each, displayName: 'raced too' }, undefined)),
    );
    const beaten = renames.filter((result) => result.status === 'rejected');
    assert.equal(beaten.length, 7);
    assert.ok(beaten.every(({ reason }) => withCode('group-name-taken')(reason)));
  });

  test('a group needs a name that fits its index', async () => {
    await assert.rejects(add([], ''), withCode('invalid-value', 'displayName'));
    await assert.rejects(add([], 'x'.repeat(513)), withCode('invalid-value', 'displayName'));
  });

  test('an unknown member is refused by name and nothing is written', async () => {
    const user = await d.addUser();
    const other = await d.write((tx) => d.directory.createAccount(tx, { name: 'Other' }));
    const foreigner = await d.write((tx) =>
      d.directory.createUser(
        tx,
        { accountId: other.id, via: 'api' },
        { attributes: { userName: 'f' }, origin: 'local' },
      ),
    );
    const before = await readCounter(d.db.reader, d.account.id, 'groups');
    for (const id of [foreigner.id, d.ids.next(), '', '__proto__', 'ü'.repeat(5000)]) {
      await assert.rejects(add([user.id, id]), {
        code: 'unknown-member',
        at: 'members',
        message: new RegExp(`^There is no user or group with the id "${id.slice(0, 90)}`),
      });
      const group = await add([user.id]);
      await assert.rejects(put(group, [id]), withCode('unknown-member'));
      assert.deepEqual(await members(group.id), [user.id]);
      await remove(group.id);
    }
    assert.equal(await readCounter(d.db.reader, d.account.id, 'groups'), before);
    assert.deepEqual(await groupsOf(user.id), []);
  });

  test('PUT without members keeps them, [] empties, a list replaces; one version each', async () => {
    const [a, b, c] = [await d.addUser(), await d.addUser(), await d.addUser()];
    const group = await add([a.id, b.id]);
    d.clock.advance(1000);
    const same = await put(group, undefined);
    assert.deepEqual(same, group);
    assert.deepEqual(await put(group, [b.id, a.id, a.id]), group);
    const replaced = await put({ ...group, displayName: freshName() }, [b.id, c.id]);
    assert.deepEqual([replaced.version, replaced.updatedAt], [2, d.clock.now()]);
    assert.deepEqual(await members(group.id), [b.id, c.id]);
    assert.equal((await put(replaced, [])).version, 3);
    assert.deepEqual(await members(group.id), []);
    for (const { id } of [a, b, c]) {
      const user = await d.directory.readUser(d.db.reader, d.account.id, id, 'all');
      assert.deepEqual([user?.version, user?.groups], [1, []]);
    }
  });

  test('only membership rows that differ are written', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => d.addUser()));
    const ids = users.map(({ id }) => id);
    const group = await add(ids.slice(0, 49));
    await put(group, ids.slice(1));
    const { detail } = await d.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('target_id', '=', group.id)
      .where('action', '=', 'group.update')
      .executeTakeFirstOrThrow();
    const { added, removed } = JSON.parse(detail ?? '');
    assert.deepEqual({ added, removed }, { added: 1, removed: 1 });
  });

  test('a stale version is refused', async () => {
    const group = await add();
    await assert.rejects(put(group, [], { ifVersion: 4 }), withCode('precondition-failed'));
    await assert.rejects(
      d.write((tx) => d.directory.removeGroup(tx, d.actor(), group.id, { ifVersion: 4 })),
      withCode('precondition-failed'),
    );
    assert.equal(
      (await put({ ...group, displayName: freshName() }, [], { ifVersion: 1 })).version,
      2,
    );
  });

  test('a break-glass admin is no member that provisioning could see, add or remove', async () => {
    const hidden = await d.addUser({}, { protected: true, role: 'admin', origin: 'local' });
    const user = await d.addUser();
    await assert.rejects(add([hidden.id]), withCode('unknown-member'));
    const group = await add([hidden.id, user.id], freshName(), 'api');
    assert.deepEqual(await members(group.id), [user.id]);
    // The page is full although a break-glass member comes first: a reader would take a shorter one for the last.
    const page = await d.directory.readMembers(d.db.reader, d.account.id, group.id, undefined, 1);
    assert.equal(page.length, 1);
    await put(group, []);
    const rows = () =>
      d.db.reader
        .selectFrom('memberships')
        .select('member_id')
        .where('group_id', '=', group.id)
        .execute();
    assert.deepEqual(await rows(), [{ member_id: hidden.id }]);
    await put(group, [], { via: 'api' });
    assert.deepEqual(await rows(), []);
  });

  test('no group comes to contain itself, at any depth', async () => {
    const a = await add();
    await assert.rejects(put(a, [a.id]), withCode('group-cycle', 'members'));
    const b = await add([a.id]);
    const c = await add([b.id]);
    await assert.rejects(put(a, [c.id]), withCode('group-cycle'));
    await assert.rejects(put(a, [b.id]), withCode('group-cycle'));
    // The reverse nesting, and a group reached by two paths, are no cycle.
    await put(c, [a.id, b.id]);
  });

  test('two groups put into each other at once, 50 times: one of them wins', async () => {
    for (let round = 0; round < 50; round += 1) {
      const [a, b] = [await add(), await add()];
      const results = await Promise.allSettled([put(a, [b.id]), put(b, [a.id])]);
      const lost = results.filter((result) => result.status === 'rejected');
      assert.equal(lost.length, 1, `round ${round}`);
      assert.ok(lost.every(({ reason }) => withCode('group-cycle')(reason)));
    }
  });

  test('a user deleted while being added is a member of nothing afterwards', async () => {
    for (let round = 0; round < 30; round += 1) {
      const [group, user] = [await add(), await d.addUser()];
      const [added] = await Promise.allSettled([
        put(group, [user.id]),
        d.write((tx) => d.directory.removeUser(tx, d.actor(), user.id, { visibility: 'all' })),
      ]);
      if (added.status === 'rejected') assert.ok(withCode('unknown-member')(added.reason));
      assert.deepEqual(await members(group.id), []);
    }
  });

  test('deleting a user or group changes the groups it was in, and no others', async () => {
    const user = await d.addUser();
    const inner = await add([user.id]);
    const outer = await add([inner.id]);
    const apart = await add();
    const versions = async () =>
      await Promise.all([inner, outer, apart].map(async ({ id }) => (await read(id))?.version));
    await d.write((tx) => d.directory.removeUser(tx, d.actor(), user.id, { visibility: 'all' }));
    assert.deepEqual(await versions(), [2, 1, 1]);
    await remove(inner.id);
    assert.deepEqual(await versions(), [undefined, 2, 1]);
    assert.deepEqual(await members(outer.id), []);
    await assert.rejects(remove(inner.id), withCode('not-found'));
    await assert.rejects(put(inner, []), withCode('not-found'));
  });

  test('the number of groups is kept', async () => {
    const total = () => readCounter(d.db.reader, d.account.id, 'groups');
    const before = await total();
    const group = await add();
    assert.equal(await total(), before + 1);
    await remove(group.id);
    assert.equal(await total(), before);
  });
});
