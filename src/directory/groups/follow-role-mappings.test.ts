// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { MemberChange, Role } from '#directory/index.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
    await d.addUser({}, { role: 'admin', protected: true, origin: 'local' });
  });
  after(() => d.close());

  let groups = 0;
  const addGroup = async (...members: readonly string[]): Promise<string> => {
    groups += 1;
    const made = await d.write((tx) =>
      d.directory.createGroup(tx, d.actor(), {
        attributes: { displayName: `Group ${groups}` },
        members: members.map((value) => ({ value })),
        origin: 'provisioned',
      }),
    );
    return made.group.id;
  };
  const change = (id: string, ...members: readonly MemberChange[]) =>
    d.write((tx) =>
      d.directory.changeGroup(tx, d.actor(), id, {
        change: ({ attributes }) => ({ attributes, members }),
      }),
    );
  const add = (id: string, ...ids: readonly string[]) =>
    change(id, { kind: 'add', members: ids.map((value) => ({ value })) });
  const map = (mappings: Readonly<Record<string, Role>>) =>
    d.write((tx) =>
      d.directory.setRoleMappings(
        tx,
        d.actor('web'),
        Object.entries(mappings).map(([groupId, role]) => ({ groupId, role })),
      ),
    );
  const roleOf = async (id: string): Promise<Role | undefined> =>
    (await d.directory.readUser(d.db.reader, d.account.id, id, 'all'))?.role;

  test('who comes into a mapped group has its role, the highest of several, and loses it on leaving', async () => {
    const [ann, bob] = [(await d.addUser()).id, (await d.addUser()).id];
    const designers = await addGroup(ann);
    const admins = await addGroup();
    await map({ [designers]: 'designer', [admins]: 'admin' });
    assert.deepEqual([await roleOf(ann), await roleOf(bob)], ['designer', 'member']);
    await add(admins, ann, bob);
    assert.deepEqual([await roleOf(ann), await roleOf(bob)], ['admin', 'admin']);
    await change(admins, { kind: 'replace', members: [{ value: bob }] });
    assert.deepEqual([await roleOf(ann), await roleOf(bob)], ['designer', 'admin']);
    await change(admins, { kind: 'removeAll' });
    assert.deepEqual([await roleOf(ann), await roleOf(bob)], ['designer', 'member']);
    await d.write((tx) => d.directory.removeGroup(tx, d.actor(), designers, {}));
    assert.equal(await roleOf(ann), 'member');
    const left = await d.directory.listRoleMappings(d.db.reader, d.account.id);
    assert.deepEqual(left, [{ groupId: admins, role: 'admin' }]);
  });

  test('groups inside a mapped group count, whichever of them changes', async () => {
    const ann = (await d.addUser()).id;
    const inner = await addGroup();
    const middle = await addGroup(inner);
    const outer = await addGroup();
    await map({ [outer]: 'designer' });
    await add(outer, middle);
    assert.equal(await roleOf(ann), 'member');
    await add(inner, ann);
    assert.equal(await roleOf(ann), 'designer');
    await change(outer, { kind: 'remove', values: [middle] });
    assert.equal(await roleOf(ann), 'member');
    await add(outer, middle);
    assert.equal(await roleOf(ann), 'designer');
    await map({});
    assert.equal(await roleOf(ann), 'member');
  });

  test('a role that an admin gave stays where no mapped group is concerned', async () => {
    const ann = (await d.addUser()).id;
    await d.write((tx) => d.directory.setRole(tx, d.actor('web'), ann, 'designer'));
    const [mapped, other] = [await addGroup(), await addGroup()];
    await map({ [mapped]: 'admin' });
    await add(other, ann);
    await change(other, { kind: 'removeAll' });
    assert.equal(await roleOf(ann), 'designer');
  });

  test('the last admin is not taken away by leaving a group, and break-glass users keep their role', async () => {
    const alone = await openDirectory(engine);
    const ann = (await alone.addUser()).id;
    const hidden = (await alone.addUser({}, { protected: true, origin: 'local' })).id;
    const { group } = await alone.write((tx) =>
      alone.directory.createGroup(tx, alone.actor('web'), {
        attributes: { displayName: 'Admins' },
        members: [{ value: ann }, { value: hidden }],
        origin: 'local',
      }),
    );
    await alone.write((tx) =>
      alone.directory.setRoleMappings(tx, alone.actor('web'), [
        { groupId: group.id, role: 'admin' },
      ]),
    );
    const read = async (id: string) =>
      (await alone.directory.readUser(alone.db.reader, alone.account.id, id, 'all'))?.role;
    assert.deepEqual([await read(ann), await read(hidden)], ['admin', 'member']);
    const leave = () =>
      alone.write((tx) =>
        alone.directory.changeGroup(tx, alone.actor(), group.id, {
          change: ({ attributes }) => ({
            attributes,
            members: [{ kind: 'remove', values: [ann] }],
          }),
        }),
      );
    await assert.rejects(leave(), withCode('last-admin'));
    const members = await alone.directory.readMembers(
      alone.db.reader,
      alone.account.id,
      group.id,
      undefined,
      10,
    );
    assert.deepEqual(
      members.map(({ id }) => id),
      [ann],
      'nothing of the change was kept',
    );
    await alone.close();
  });

  test('of two sets of mappings at the same moment one holds, whole', async () => {
    const [one, two, both] = [await addGroup(), await addGroup(), await addGroup()];
    for (let round = 0; round < 5; round += 1) {
      await map({});
      const sets = [
        { [one]: 'admin', [both]: 'designer' },
        { [two]: 'designer', [both]: 'admin' },
      ] as const;
      await Promise.all(sets.map(map));
      const stored = await d.directory.listRoleMappings(d.db.reader, d.account.id);
      const now = Object.fromEntries(stored.map(({ groupId, role }) => [groupId, role]));
      assert.ok(
        sets.some((set) => isDeepStrictEqual(now, set)),
        JSON.stringify(now),
      );
    }
  });

  test('who comes into a group in the moment in which it is mapped has the role', async () => {
    for (let round = 0; round < 5; round += 1) {
      await map({});
      const [id, ann] = [await addGroup(), (await d.addUser()).id];
      const outer = await addGroup(id);
      await Promise.all([map({ [outer]: 'designer' }), add(id, ann)]);
      assert.equal(await roleOf(ann), 'designer');
    }
  });

  /** Runs both changes, the second while the first is written but not yet committed. */
  const during = async (
    [firstId, firstChange]: readonly [id: string, change: MemberChange],
    second: () => Promise<unknown>,
  ): Promise<void> => {
    const written = Promise.withResolvers<void>();
    const first = d.write(async (tx) => {
      await d.directory.changeGroup(tx, d.actor(), firstId, {
        change: ({ attributes }) => ({ attributes, members: [firstChange] }),
      });
      written.resolve();
      await setTimeout(100);
    });
    await written.promise;
    await Promise.all([first, second()]);
  };
  const adding = (id: string): MemberChange => ({ kind: 'add', members: [{ value: id }] });
  const removing = (id: string): MemberChange => ({ kind: 'remove', values: [id] });

  test('who comes or goes in the moment in which the group is put into a mapped one has the role that is due', async () => {
    const [ann, bob] = [(await d.addUser()).id, (await d.addUser()).id];
    const [inner, outer] = [await addGroup(bob), await addGroup()];
    await map({ [outer]: 'admin' });
    await during([inner, { kind: 'replace', members: [{ value: ann }] }], () => add(outer, inner));
    assert.deepEqual([await roleOf(ann), await roleOf(bob)], ['admin', 'member']);
  });

  test('who comes in the moment in which the group leaves a mapped one, or that one is deleted, has no role of it', async () => {
    const [ann, bob] = [(await d.addUser()).id, (await d.addUser()).id];
    const inner = await addGroup();
    const middle = await addGroup(inner);
    const outer = await addGroup(middle);
    await map({ [outer]: 'admin' });
    await during([inner, adding(ann)], () => change(outer, removing(middle)));
    assert.equal(await roleOf(ann), 'member');
    await add(outer, middle);
    assert.equal(await roleOf(ann), 'admin');
    await during([inner, adding(bob)], () =>
      d.write((tx) => d.directory.removeGroup(tx, d.actor(), middle, {})),
    );
    assert.deepEqual([await roleOf(ann), await roleOf(bob)], ['member', 'member']);
  });

  test('who comes into one mapped group in the moment of leaving another has the role of the one', async () => {
    const ann = (await d.addUser()).id;
    const [one, two] = [await addGroup(ann), await addGroup()];
    await map({ [one]: 'designer', [two]: 'designer' });
    await during([two, adding(ann)], () => change(one, removing(ann)));
    assert.equal(await roleOf(ann), 'designer');
    await during([two, removing(ann)], () => add(one, ann));
    assert.equal(await roleOf(ann), 'designer');
  });

  test('a mapping names a group of the account, once', async () => {
    const id = await addGroup();
    await assert.rejects(map({ nothing: 'admin' }), withCode('invalid-value', 'items'));
    await assert.rejects(
      d.write((tx) =>
        d.directory.setRoleMappings(tx, d.actor('web'), [
          { groupId: id, role: 'admin' },
          { groupId: id, role: 'designer' },
        ]),
      ),
      withCode('invalid-value', 'items'),
    );
  });
});
