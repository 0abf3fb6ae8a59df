// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeOf } from '../../../test/support/error-code.ts';
import {
  assertScimError,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';
import { nightlyTest } from '../../../test/support/timing.ts';

type Headers = Readonly<Record<string, string>>;

const CLIENTS = 64;
const MANY = 10_000;

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const patch = (id: string, operations: unknown, headers: Headers = {}) =>
    scim.call('PATCH', `/Groups/${id}`, {
      body: { schemas: [PATCH_OP], Operations: operations },
      headers,
    });
  const done = async (id: string, operations: unknown): Promise<string> => {
    const answer = await patch(id, operations);
    assert.equal(answer.status, 204, answer.text);
    assert.equal(answer.headers['content-type'], 'application/scim+json');
    assert.equal(answer.text, '');
    return etagOf(answer);
  };
  const values = (ids: readonly string[]) => ids.map((value) => ({ value }));
  const add = (...ids: readonly string[]) => ({ op: 'add', path: 'members', value: values(ids) });
  const rename = (displayName: string) => ({
    op: 'replace',
    path: 'displayName',
    value: displayName,
  });
  const membersOf = async (id: string): Promise<readonly string[]> => {
    const members = (await scim.get(`/Groups/${id}`)).at('members');
    assert.ok(Array.isArray(members));
    return members.map((member) => Object(member).value);
  };
  const groupsOf = async (id: string) => {
    const groups = (await scim.get(`/Users/${id}`)).at('groups') ?? [];
    assert.ok(Array.isArray(groups));
    return new Map(groups.map((group) => [Object(group).value, Object(group).type]));
  };
  /** Adds users; returns their ids in the order in which members are shown. */
  const addUsers = async (n: number) =>
    (await Promise.all(Array.from({ length: n }, () => scim.addUser()))).map(idOf).sort();

  /** Inserts users directly into the storage, because their creation is not tested here. */
  const insertUsers = async (n: number): Promise<readonly string[]> => {
    const { db, ids } = scim.instance.services;
    const made = Array.from({ length: n }, () => ids.next());
    await db.transaction(async (tx) => {
      for (let i = 0; i < n; i += 500) {
        const rows = made.slice(i, i + 500).map((id) => ({
          account_id: scim.instance.account.accountId,
          id,
          user_name: id,
          user_name_key: id,
          external_id: null,
          display_name: null,
          display_name_key: null,
          active: 1 as const,
          role: 'member' as const,
          origin: 'provisioned' as const,
          protected: 0 as const,
          manager_id: null,
          password_hash: null,
          stamp: 1,
          version: 1,
          attributes: '{}',
          folded: '{}',
          created_at: 0,
          updated_at: 0,
        }));
        await tx.insertInto('users').values(rows).execute();
      }
    });
    return made;
  };

  test('7644-3.5.2-15 7644-3.5.2-12 204 with the new tag: renamed, and members came and went', async () => {
    const [a = '', b = '', c = ''] = await addUsers(3);
    const created = await scim.addGroup({ members: values([a, b]) });
    const id = idOf(created);
    const displayName = fresh('renamed');
    const tag = await done(id, [
      rename(displayName),
      { op: 'remove', path: `members[value eq "${a}"]` },
      add(c),
    ]);
    const read = await scim.get(`/Groups/${id}`);
    assert.equal(etagOf(read), tag);
    assert.notEqual(tag, etagOf(created));
    assert.equal(read.at('displayName'), displayName);
    assert.deepEqual(await membersOf(id), [b, c]);
  });

  test('7644-3.5.2-16 with attributes the answer is 200 and has these', async () => {
    const [a = '', b = ''] = await addUsers(2);
    const id = idOf(await scim.addGroup({ members: values([a]) }));
    const body = { Operations: [add(b)] };
    const call = (query: string) => scim.call('PATCH', `/Groups/${id}?${query}`, { body });
    const name = await call('attributes=displayName');
    assert.equal(name.status, 200, name.text);
    assert.deepEqual(Object.keys(Object(name.body)).sort(), ['displayName', 'id', 'schemas']);
    assert.equal(etagOf(name), etagOf(await scim.get(`/Groups/${id}`)));
    const members = await call('attributes=members.value');
    assert.deepEqual(members.at('members'), values([a, b]));
    for (const query of ['excludedAttributes=members', 'attributes=', 'attributes=%20']) {
      assert.equal((await call(query)).status, 204, query);
    }
  });

  test('7644-3.5.2.1-07 who is in already, and who is out already, is no new version', async () => {
    const [a = '', b = ''] = await addUsers(2);
    const group = await scim.addGroup({ members: values([a]) });
    const id = idOf(group);
    scim.instance.clock.advance(1000);
    for (const operations of [
      [],
      [add(a)],
      [add()],
      [{ op: 'remove', path: `members[value eq "${b}"]` }],
      [{ op: 'remove', path: 'members', value: values([b]) }],
      [{ op: 'remove', path: 'members[display eq "nobody is called so"]' }],
      [{ op: 'replace', path: 'members', value: values([a, a]) }],
      [add(b), { op: 'remove', path: 'members', value: values([b]) }],
      [rename(String(group.at('displayName')))],
    ]) {
      assert.equal(await done(id, operations), etagOf(group), JSON.stringify(operations));
    }
    assert.deepEqual((await scim.get(`/Groups/${id}`)).at('meta'), group.at('meta'));
  });

  test('7644-3.5.2.2-03 7644-3.5.2.2-04 7644-3.5.2.3-03 some, all, or others instead', async () => {
    const [a = '', b = '', c = ''] = await addUsers(3);
    const id = idOf(await scim.addGroup({ members: values([a, b, c]) }));
    await done(id, [{ op: 'remove', path: 'members', value: values([a, b]) }]);
    assert.deepEqual(await membersOf(id), [c]);
    await done(id, [{ op: 'replace', path: 'members', value: values([b, a]) }]);
    assert.deepEqual(await membersOf(id), [a, b]);
    await done(id, [{ op: 'remove', path: 'members' }, add(c)]);
    assert.deepEqual(await membersOf(id), [c]);
    await done(id, [{ op: 'replace', path: 'members', value: [] }]);
    assert.deepEqual((await scim.get(`/Groups/${id}`)).at('members'), []);
    await done(id, [{ op: 'add', value: { members: values([a]), externalId: 'x' } }]);
    assert.deepEqual(await membersOf(id), [a]);
    assert.equal((await scim.get(`/Groups/${id}`)).at('externalId'), 'x');
  });

  test('a path may choose members by type, by name and by what they are not', async () => {
    const [a = '', b = ''] = await addUsers(2);
    const named = idOf(await scim.addUser({ displayName: 'Zoë Zimmer' }));
    const inner = idOf(await scim.addGroup());
    const all = [a, b, named, inner];
    const remaining = async (path: string) => {
      const id = idOf(await scim.addGroup({ members: values(all) }));
      await done(id, [{ op: 'remove', path: `members[${path}]` }]);
      return new Set(await membersOf(id));
    };
    assert.deepEqual(await remaining('type eq "Group"'), new Set([a, b, named]));
    assert.deepEqual(await remaining('display sw "ZOË z"'), new Set([a, b, inner]));
    assert.deepEqual(await remaining(`not (value eq "${a}")`), new Set([a]));
    assert.deepEqual(
      await remaining(`$ref eq "${scim.base}/Users/${b}"`),
      new Set([a, named, inner]),
    );
    assert.deepEqual(
      await remaining(`type eq "User" and (value eq "${a}" or display co "zimmer")`),
      new Set([b, inner]),
    );
  });

  test('7643-4.1.2-07 what a member is in, directly and through groups, is right after each write', async () => {
    const [user = ''] = await addUsers(1);
    const inner = idOf(await scim.addGroup());
    const outer = idOf(await scim.addGroup());
    await done(outer, [add(inner)]);
    assert.deepEqual(await groupsOf(user), new Map());
    await done(inner, [add(user)]);
    const both = new Map([
      [inner, 'direct'],
      [outer, 'indirect'],
    ]);
    assert.deepEqual(await groupsOf(user), both);
    const tag = etagOf(await scim.get(`/Users/${user}`));
    await done(outer, [{ op: 'remove', path: 'members' }]);
    assert.deepEqual(await groupsOf(user), new Map([[inner, 'direct']]));
    assert.notEqual(etagOf(await scim.get(`/Users/${user}`)), tag);
    await done(inner, [{ op: 'remove', path: `members[value eq "${user}"]` }]);
    assert.deepEqual(await groupsOf(user), new Map());
  });

  test('7643-4.2-05 7643-4.2-03 no group comes into itself, and no member becomes another', async () => {
    const inner = idOf(await scim.addGroup());
    const group = await scim.addGroup({ members: values([inner]) });
    const outer = idOf(group);
    for (const id of [inner, outer]) {
      const circle = await patch(inner, [rename(fresh()), add(id)]);
      assertScimError(circle, 400, 'invalidValue');
      assert.equal(codeOf(circle), 'group-cycle');
    }
    const swap = [{ op: 'replace', path: `members[value eq "${inner}"].value`, value: 'x' }];
    assertScimError(await patch(outer, swap), 400, 'mutability');
    assert.deepEqual((await scim.get(`/Groups/${outer}`)).body, group.body);
    assert.deepEqual(await membersOf(inner), []);
  });

  test('7644-3.5.2-14 7644-3.5.2.2-07 what can not be changes nothing', async () => {
    const taken = fresh('taken');
    await scim.addGroup({ displayName: taken });
    const [a = '', b = ''] = await addUsers(2);
    const group = await scim.addGroup({ members: values([a]) });
    const id = idOf(group);
    for (const [bad, status, scimType] of [
      [rename(taken.toUpperCase()), 409, 'uniqueness'],
      [rename(''), 400, 'invalidValue'],
      [{ op: 'remove', path: 'displayName' }, 400, 'mutability'],
      [{ op: 'replace', path: 'meta.version', value: 'x' }, 400, 'mutability'],
      [{ op: 'add', path: 'members', value: [{ display: 'x' }] }, 400, 'invalidValue'],
      [{ op: 'remove', path: 'members[value zz "x"]' }, 400, 'invalidFilter'],
      [{ op: 'add', path: 'members[', value: [] }, 400, 'invalidPath'],
      [{ op: 'remove' }, 400, 'noTarget'],
    ] as const) {
      assertScimError(await patch(id, [add(b), bad]), status, scimType);
    }
    assert.deepEqual((await scim.get(`/Groups/${id}`)).body, group.body);
  });

  test('7644-3.5.2-17 a group that is gone is 404 whatever the body says', async () => {
    const user = idOf(await scim.addUser());
    const gone = idOf(await scim.addGroup());
    await scim.call('DELETE', `/Groups/${gone}`);
    for (const id of ['0', gone, user]) {
      assertScimError(await patch(id, [rename(fresh())]), 404);
      assertScimError(await patch(id, 'nonsense'), 404);
      assertScimError(await patch(id, [rename(fresh())], { 'if-match': '*' }), 404);
    }
  });

  test('7644-3.14-04 If-Match: done at the version named, else 412 and unchanged', async () => {
    const [a = ''] = await addUsers(1);
    const group = await scim.addGroup();
    const id = idOf(group);
    const headers = { 'if-match': etagOf(group) };
    assert.equal((await patch(id, [add(a)], headers)).status, 204);
    assertScimError(await patch(id, [{ op: 'remove', path: 'members' }], headers), 412);
    assert.deepEqual(await membersOf(id), [a]);
  });

  // patch-user.test.ts lets 64 writers race for one tag every day.
  nightlyTest(
    '7644-3.12-06 64 clients at once: with one tag exactly one wins, without none is lost',
    async () => {
      const joining = await addUsers(CLIENTS);
      const leaving = await addUsers(CLIENTS);
      const created = await scim.addGroup({ members: values(leaving) });
      const id = idOf(created);
      const race = (headers: Headers, at: (client: number) => readonly unknown[]) =>
        Promise.all(joining.map((_, client) => patch(id, at(client), headers)));
      const untagged = await race({}, (i) => [
        { op: 'remove', path: `members[value eq "${leaving[i]}"]` },
        add(joining[i] ?? ''),
      ]);
      assert.deepEqual(
        untagged.filter(({ status }) => status !== 204).map(({ text }) => text),
        [],
      );
      assert.equal(new Set(untagged.map(etagOf)).size, CLIENTS, 'each is a version of its own');
      assert.deepEqual(await membersOf(id), joining.toSorted());

      const tag = etagOf(await scim.get(`/Groups/${id}`));
      const tagged = await race({ 'if-match': tag }, (i) => [rename(`${fresh()}-${i}`)]);
      assert.equal(tagged.filter(({ status }) => status === 204).length, 1);
      assert.equal(tagged.filter(({ status }) => status === 412).length, CLIENTS - 1);
    },
  );

  test(`${MANY} members come in one request, and go in one`, async () => {
    const some = await insertUsers(MANY);
    const id = idOf(await scim.addGroup());
    await done(id, [add(...some)]);
    assert.deepEqual(await membersOf(id), some.toSorted());
    await done(id, [{ op: 'remove', path: 'members', value: values(some.slice(1)) }]);
    assert.deepEqual(await membersOf(id), some.slice(0, 1));
  });

  test('break-glass users can neither be added nor removed, and nobody learns that they are there', async () => {
    const { db, directory } = scim.instance.services;
    const { accountId, userId } = scim.instance.account;
    const id = idOf(await scim.addGroup());
    const [user = ''] = await addUsers(1);
    const isMember = async () =>
      (await directory.groupIdsOf(db.reader, accountId, userId)).includes(id);
    await done(id, [add(userId)]);
    assert.equal(await isMember(), false);
    await db.transaction((tx) =>
      directory.changeGroup(tx, { accountId, via: 'api' }, id, {
        change: ({ attributes }) => ({
          attributes,
          members: [{ kind: 'add', members: values([userId, user]) }],
        }),
      }),
    );
    const tag = etagOf(await scim.get(`/Groups/${id}`));
    for (const path of [`members[value eq "${userId}"]`, 'members[display eq "admin"]']) {
      assert.equal(await done(id, [{ op: 'remove', path }]), tag);
    }
    await done(id, [{ op: 'remove', path: 'members' }]);
    await done(id, [{ op: 'replace', path: 'members', value: values([user]) }]);
    assert.deepEqual(await membersOf(id), [user]);
    assert.equal(await isMember(), true);
  });
});
