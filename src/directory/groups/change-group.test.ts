// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Group, GroupChange, MemberChange } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

type More = Partial<GroupChange> & { readonly via?: Actor['via'] };

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  let count = 0;
  const inputs = (ids: readonly string[]) => ids.map((value) => ({ value }));
  const adds = (...ids: readonly string[]): MemberChange => ({ kind: 'add', members: inputs(ids) });
  const removes = (...values: readonly string[]): MemberChange => ({ kind: 'remove', values });
  const addGroup = async (ids: readonly string[] = [], via?: Actor['via']): Promise<Group> => {
    count += 1;
    const written = await d.write((tx) =>
      d.directory.createGroup(tx, d.actor(via), {
        attributes: { displayName: `Patched ${count}`, externalId: 'kept' },
        members: inputs(ids),
        origin: 'provisioned',
      }),
    );
    return written.group;
  };
  const change = (id: string, members: readonly MemberChange[], { via, ...more }: More = {}) =>
    d.write((tx) =>
      d.directory.changeGroup(tx, d.actor(via), id, {
        change: ({ attributes }) => ({ attributes, members }),
        ...more,
      }),
    );
  /** Returns new users in the order in which members are shown. */
  const addUsers = async (n: number) => {
    const users = await Promise.all(Array.from({ length: n }, () => d.addUser()));
    return users.sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const members = async (id: string) =>
    (await d.directory.readMembers(d.db.reader, d.account.id, id, undefined, 1000)).map(
      (member) => member.id,
    );
  const auditLines = async (id: string) =>
    (
      await d.db.reader
        .selectFrom('audit_events')
        .select('detail')
        .where('target_id', '=', id)
        .where('action', '=', 'group.update')
        .orderBy('id')
        .execute()
    ).map(({ detail }) => JSON.parse(detail ?? ''));

  test('members come, go, are replaced and all removed, in the order asked for, one version a change', async () => {
    const [a, b, c] = (await addUsers(3)).map(({ id }) => id) as [string, string, string];
    const { id } = await addGroup([a]);
    d.clock.advance(1000);
    const added = await change(id, [adds(b, c, b)]);
    assert.deepEqual([added.group.version, added.group.updatedAt], [2, d.clock.now()]);
    assert.deepEqual(await members(id), [a, b, c]);
    assert.equal((await change(id, [removes(a, b)])).group.version, 3);
    assert.deepEqual(await members(id), [c]);
    await change(id, [{ kind: 'replace', members: inputs([a]) }, adds(b)]);
    assert.deepEqual(await members(id), [a, b]);
    await change(id, [{ kind: 'removeAll' }, adds(c)]);
    assert.deepEqual(await members(id), [c]);
    const last = await change(id, [{ kind: 'removeWhere', where: sql`e.member_id = ${c}` }]);
    assert.equal(last.group.version, 6);
    assert.deepEqual(await members(id), []);
    assert.equal(last.group.attributes['externalId'], 'kept');
  });

  test('what is there already, or gone already, is no version and no audit line', async () => {
    const [a, b] = (await addUsers(2)).map(({ id }) => id) as [string, string];
    const group = await addGroup([a]);
    d.clock.advance(1000);
    const idle: readonly (readonly MemberChange[])[] = [
      [],
      [adds(a)],
      [adds()],
      [removes(b, 'nobody', '')],
      [{ kind: 'replace', members: inputs([a, a]) }],
      [{ kind: 'removeWhere', where: sql`e.member_id = ${b}` }],
    ];
    for (const changes of idle) {
      const written = await change(group.id, changes);
      assert.deepEqual(written, { group, unknownMembers: [], removed: 0 });
    }
    assert.deepEqual(await auditLines(group.id), []);
  });

  test('attributes are made from the locked group and written with the membership or not at all', async () => {
    const [user] = await addUsers(1);
    const group = await addGroup();
    const rename = (displayName: string, ids: readonly string[]) =>
      d.write((tx) =>
        d.directory.changeGroup(tx, d.actor(), group.id, {
          change: (before) => ({
            attributes: { ...before.attributes, displayName },
            members: [adds(...ids)],
          }),
        }),
      );
    const { group: renamed } = await rename('Renamed', [user?.id ?? '']);
    assert.deepEqual(renamed.attributes, { displayName: 'Renamed', externalId: 'kept' });
    assert.equal(renamed.version, 2);
    await assert.rejects(rename('Renamed again', ['nobody']), withCode('unknown-member'));
    await assert.rejects(rename('', []), withCode('invalid-value', 'displayName'));
    const read = await d.directory.readGroup(d.db.reader, d.account.id, group.id);
    assert.deepEqual(read, renamed);
  });

  test('unknown members are passed over and named when asked for, and then nobody is lost', async () => {
    const [a] = await addUsers(1);
    const hidden = await d.addUser({}, { protected: true, origin: 'local' });
    const { id } = await addGroup();
    const mixed = [adds(a?.id ?? '', 'gone', 'gone', hidden.id)];
    await assert.rejects(change(id, mixed), withCode('unknown-member', 'members'));
    const written = await change(id, mixed, { unknownMembers: 'skip' });
    assert.deepEqual([...written.unknownMembers].sort(), ['gone', hidden.id].sort());
    assert.deepEqual(await members(id), [a?.id]);
    const again = await change(id, mixed, { unknownMembers: 'skip' });
    assert.equal(again.group.version, 2);
    const [line] = await auditLines(id);
    assert.deepEqual([line.added, line.addedIds, line.unknown], [1, [a?.id], 2]);
  });

  test('an audit line names a few and counts many', async () => {
    const ids = (await addUsers(30)).map((user) => user.id);
    const { id } = await addGroup();
    const nobody = Array.from({ length: 2000 }, (_, i) => `nobody-${i}`);
    await change(id, [adds(...ids, ...nobody)], { unknownMembers: 'skip' });
    await change(id, [removes(...ids)]);
    await change(id, [adds(...ids.slice(0, 2))]);
    await change(id, [removes(ids[0] ?? '')]);
    const lines = await auditLines(id);
    assert.ok(lines.every((line) => JSON.stringify(line).length < 1000));
    const numbers = lines.map(({ added, removed, unknown }) => [added, removed, unknown]);
    assert.deepEqual(numbers, [
      [30, 0, 2000],
      [0, 30, undefined],
      [2, 0, undefined],
      [0, 1, undefined],
    ]);
    assert.deepEqual(lines[2].addedIds.toSorted(), ids.slice(0, 2).toSorted());
    assert.deepEqual(lines[3].removedIds, [ids[0]]);
  });

  test('no removal reaches a break-glass member, unless it does not come from provisioning', async () => {
    const hidden = await d.addUser({}, { protected: true, origin: 'local' });
    const [user] = await addUsers(1);
    const { id } = await addGroup([hidden.id, user?.id ?? ''], 'api');
    const rows = async () =>
      (
        await d.db.reader
          .selectFrom('memberships')
          .select('member_id')
          .where('group_id', '=', id)
          .execute()
      ).map(({ member_id }) => member_id);
    await change(id, [removes(hidden.id)]);
    await change(id, [{ kind: 'removeWhere', where: sql`e.member_id = ${hidden.id}` }]);
    await change(id, [{ kind: 'removeAll' }]);
    assert.deepEqual(await rows(), [hidden.id]);
    await change(id, [removes(hidden.id)], { via: 'api' });
    assert.deepEqual(await rows(), []);
  });

  test('a stale version, an unknown group and a circle change nothing', async () => {
    const inner = await addGroup();
    const outer = await addGroup([inner.id]);
    await assert.rejects(change(inner.id, [adds(outer.id)]), withCode('group-cycle'));
    await assert.rejects(change(inner.id, [adds(inner.id)]), withCode('group-cycle'));
    const stale = change(outer.id, [removes(inner.id)], { ifVersion: 7 });
    await assert.rejects(stale, withCode('precondition-failed'));
    await assert.rejects(change('nobody', []), withCode('not-found'));
    assert.deepEqual(await members(outer.id), [inner.id]);
    assert.deepEqual(await members(inner.id), []);
  });

  test('64 writers at once, adding and removing: everybody who should be in is in, each is a version', async () => {
    const stay = (await addUsers(64)).map((user) => user.id);
    const leave = (await addUsers(64)).map((user) => user.id);
    const { id } = await addGroup(leave);
    const writes = stay.map((joining, i) =>
      change(id, i % 2 === 0 ? [adds(joining), removes(leave[i] ?? '')] : [adds(joining)]),
    );
    const versions = (await Promise.all(writes)).map(({ group }) => group.version);
    assert.deepEqual(
      versions.toSorted((a, b) => a - b),
      stay.map((_, i) => i + 2),
    );
    const left = leave.filter((_, i) => i % 2 === 1);
    assert.deepEqual(await members(id), [...stay, ...left].sort());
  });

  test('two groups put into each other at once by PATCH, 30 times: one of them wins', async () => {
    for (let round = 0; round < 30; round += 1) {
      const [a, b] = [await addGroup(), await addGroup()];
      const results = await Promise.allSettled([
        change(a.id, [adds(b.id)]),
        change(b.id, [adds(a.id)]),
      ]);
      const lost = results.filter((result) => result.status === 'rejected');
      assert.equal(lost.length, 1, `round ${round}`);
      assert.ok(lost.every(({ reason }) => withCode('group-cycle')(reason)));
    }
  });
});
