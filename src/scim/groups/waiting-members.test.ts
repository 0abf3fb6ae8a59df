// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock } from '../../../test/support/instance.ts';
import { etagOf, fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import { patch } from '../../../test/support/scim-calls.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let scim: Scim;
  const clock = createTestClock();
  before(async () => {
    scim = await startScim(engine, { clock });
  });
  after(() => scim.close());

  const values = (...all: readonly string[]) => all.map((value) => ({ value }));
  const membersOf = async (id: string): Promise<readonly string[]> => {
    const members = (await scim.get(`/Groups/${id}`)).at('members');
    assert.ok(Array.isArray(members));
    return members.map((member) => Object(member).value);
  };
  const come = async (externalId: string) => idOf(await scim.addUser({ externalId }));
  /** Advances the clock day by day: the last request may still be in the logging step, which includes its duration. */
  const pass = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      await scim.get('/ServiceProviderConfig');
      clock.advance(DAY_MS);
    }
  };
  const joinedIn = async (group: string): Promise<unknown> => {
    const { db } = scim.instance.services;
    const rows = await db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('action', '=', 'group.update')
      .where('target_id', '=', group)
      .execute();
    const { added, waited } = JSON.parse(rows.at(-1)?.detail ?? '{}');
    return [added, waited];
  };

  test('7643-4.2-01 a member that nobody knows joins when its user comes, by POST, PUT and PATCH, on record with a count', async () => {
    const key = fresh('late');
    const first = await scim.addGroup({ members: values(key) });
    assert.equal(first.headers['formstead-skipped-members'], '1');
    const groups = [idOf(first), idOf(await scim.addGroup()), idOf(await scim.addGroup())];
    const [posted = '', put = '', patched = ''] = groups;
    await scim.call('PUT', `/Groups/${put}`, {
      body: { displayName: fresh(), members: values(key) },
    });
    await patch(scim, `/Groups/${patched}`, { op: 'add', path: 'members', value: values(key) });
    const before = await scim.get(`/Groups/${posted}`);
    const id = await come(key);
    for (const group of groups) {
      assert.deepEqual(await membersOf(group), [id]);
      assert.deepEqual(await joinedIn(group), [1, 1]);
    }
    assert.notEqual(etagOf(await scim.get(`/Groups/${posted}`)), etagOf(before));
    const shown = (await scim.get(`/Users/${id}`)).at('groups', 'length');
    assert.equal(shown, 3);
  });

  test('who comes by a change of the externalId joins as well; two who share it are nobody', async () => {
    const key = fresh('renamed');
    const group = idOf(await scim.addGroup({ members: values(key) }));
    const id = idOf(await scim.addUser());
    await patch(scim, `/Users/${id}`, { op: 'replace', path: 'externalId', value: key });
    assert.deepEqual(await membersOf(group), [id]);

    const shared = fresh('shared');
    await come(shared);
    await come(shared);
    const other = idOf(await scim.addGroup({ members: values(shared) }));
    assert.deepEqual(await membersOf(other), []);
  });

  test('a later remove or replace ends the wait, and takes out who is a member by that name', async () => {
    const [one, two, three, four] = [fresh('1'), fresh('2'), fresh('3'), fresh('4')];
    const group = idOf(await scim.addGroup({ members: values(one, two, three, four) }));
    const path = `/Groups/${group}`;
    await patch(scim, path, { op: 'remove', path: 'members', value: values(one) });
    await patch(scim, path, { op: 'remove', path: `members[value eq "${two}"]` });
    assert.deepEqual(await membersOf(group), []);
    for (const key of [one, two]) {
      await come(key);
      assert.deepEqual(await membersOf(group), [], 'taken out before coming');
    }
    const third = await come(three);
    assert.deepEqual(await membersOf(group), [third]);
    const displayName = fresh();
    const replace = (...keys: readonly string[]) =>
      scim.call('PUT', path, { body: { displayName, members: values(...keys) } });
    await replace(three);
    assert.deepEqual(await membersOf(group), [third], 'the same member by the same name');
    await come(four);
    assert.deepEqual(await membersOf(group), [third], 'the replacement does not name it');
    await patch(scim, path, { op: 'remove', path: 'members', value: values(three) });
    assert.deepEqual(await membersOf(group), [], 'out by the name that it came in by');
    await patch(scim, path, { op: 'add', path: 'members', value: values(three) });
    assert.deepEqual(await membersOf(group), [third], 'known by now, so at once');
    await replace();
    assert.deepEqual(await membersOf(group), []);
    const last = fresh('5');
    await replace(last);
    await patch(scim, path, { op: 'remove', path: 'members' });
    await come(last);
    assert.deepEqual(await membersOf(group), []);
  });

  test('whom a filter took out with all others does not come in later', async () => {
    const key = fresh('filtered');
    const group = idOf(await scim.addGroup({ members: values(key) }));
    const op = { op: 'remove', path: 'members[type eq "User"]' };
    assert.equal((await patch(scim, `/Groups/${group}`, op)).status, 204);
    await come(key);
    assert.deepEqual(await membersOf(group), []);
  });

  const takesOutByName = async (key: string): Promise<void> => {
    const id = await come(key);
    const group = idOf(await scim.addGroup({ members: values(id) }));
    const path = `/Groups/${group}`;
    const filtered = `members[value eq "${key}" and type eq "User"]`;
    await patch(scim, path, { op: 'remove', path: filtered });
    assert.deepEqual(await membersOf(group), []);
    await patch(
      scim,
      path,
      { op: 'add', path: 'members', value: values(id) },
      { op: 'remove', path: 'members', value: values(key) },
    );
    assert.deepEqual(await membersOf(group), [], 'added by id, removed by externalId');
    await patch(
      scim,
      path,
      { op: 'add', path: 'members', value: values(key) },
      { op: 'remove', path: 'members', value: values(id) },
    );
    assert.deepEqual(await membersOf(group), [], 'added by externalId, removed by id');
    await patch(
      scim,
      path,
      { op: 'remove', path: 'members', value: values(key) },
      { op: 'add', path: 'members', value: values(id) },
    );
    assert.deepEqual(await membersOf(group), [id], 'the last operation counts');
  };

  test('a removal by externalId takes out whoever it means, whatever else a filter says and in whatever order', async () => {
    await takesOutByName(fresh('named'));
    // The object ids of Entra, which its externalIds are, look like ids of Formstead.
    await takesOutByName(randomUUID());
  });

  test('a filter also takes out who was added by externalId in the same request', async () => {
    const key = fresh('added');
    await come(key);
    for (const filter of ['type eq "User"', `value eq "${key}" and type eq "User"`]) {
      const group = idOf(await scim.addGroup());
      const answer = await patch(
        scim,
        `/Groups/${group}`,
        { op: 'add', path: 'members', value: values(key) },
        { op: 'remove', path: `members[${filter}]` },
      );
      assert.equal(answer.status, 204, answer.text);
      assert.deepEqual(await membersOf(group), [], filter);
    }
  });

  test('who comes while a group is emptied does not join it', async () => {
    const { db, directory } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const key = fresh('racing');
    const group = idOf(await scim.addGroup({ members: values(key) }));
    const actor = { accountId, via: 'scim' } as const;
    let coming: Promise<string> | undefined;
    await db.transaction(async (tx) => {
      await directory.changeGroup(tx, actor, group, {
        change: ({ attributes }) => ({ attributes, members: [{ kind: 'removeAll' }] }),
      });
      coming = come(key);
      // By now PostgreSQL has looked up the waiting groups, and waits for this group's lock.
      await sleep(500);
    });
    await coming;
    assert.deepEqual(await membersOf(group), []);
  });

  test('a member of any length that nobody knows is passed over, also where a filter names it', async () => {
    const group = idOf(await scim.addGroup());
    const long = 'x'.repeat(8000);
    const op = { op: 'add', path: `members[value eq "${long}"]`, value: { value: long } };
    const { status } = await patch(scim, `/Groups/${group}`, op);
    assert.ok(status < 500, String(status));
  });

  test('a role that the group gives comes with the member, and a strict client waits for nobody', async () => {
    const { services, account } = scim.instance;
    const key = fresh('designer');
    const group = idOf(await scim.addGroup({ members: values(key) }));
    const actor = { accountId: account.accountId, userId: account.userId, via: 'web' } as const;
    await services.db.transaction((tx) =>
      services.directory.setRoleMappings(tx, actor, [{ groupId: group, role: 'designer' }]),
    );
    const id = await come(key);
    const { db, directory } = services;
    const user = await directory.readUser(db.reader, account.accountId, id, 'all');
    assert.equal(user?.role, 'designer');

    const strict = fresh('strict');
    const refused = await scim.call('PATCH', `/Groups/${group}`, {
      body: { Operations: [{ op: 'add', path: 'members', value: values(strict) }] },
      headers: { prefer: 'handling=strict' },
    });
    assert.equal(refused.status, 400);
    await come(strict);
    assert.deepEqual(await membersOf(group), [id]);
  });

  test('after 30 days nobody waits any more, and what a race left behind is mended', async () => {
    const { db, directory } = scim.instance.services;
    const [soon, late, missed] = [fresh('soon'), fresh('late'), fresh('missed')];
    const group = idOf(await scim.addGroup({ members: values(soon, late, missed) }));
    await pass(29);
    const first = idOf(
      await scim.call('POST', '/Users', {
        body: { userName: fresh(), externalId: soon },
        token: await scim.instance.token(
          scim.instance.account.clientId,
          scim.instance.account.clientSecret,
        ),
      }),
    );
    const others = db.reader.selectFrom('waiting_members').select('value');
    const waiting = async () => (await others.where('group_id', '=', group).execute()).length;
    assert.equal(await waiting(), 2);
    // Simulates a user whose transaction did not see the group's: the user has the externalId, but is no member.
    const [row] = await db.reader
      .selectFrom('users')
      .select('id')
      .where('id', '=', first)
      .execute();
    assert.ok(row);
    await db.transaction((tx) =>
      tx.updateTable('users').set({ external_id: missed }).where('id', '=', first).execute(),
    );
    await db.transaction((tx) =>
      tx.deleteFrom('memberships').where('group_id', '=', group).execute(),
    );
    await directory.processWaitingMembers(db);
    assert.equal(await waiting(), 1);
    await pass(2);
    await directory.processWaitingMembers(db);
    assert.equal(await waiting(), 0);
    const token = await scim.instance.token(
      scim.instance.account.clientId,
      scim.instance.account.clientSecret,
    );
    await scim.call('POST', '/Users', { body: { userName: fresh(), externalId: late }, token });
    const members = (await scim.get(`/Groups/${group}`, { token })).at('members');
    assert.deepEqual(
      (Array.isArray(members) ? members : []).map((member) => Object(member).value),
      [first],
    );
  });

  test('a member that can not be added keeps no other one waiting, and is told', async (t) => {
    const { db, directory } = scim.instance.services;
    const token = await scim.instance.token(
      scim.instance.account.clientId,
      scim.instance.account.clientSecret,
    );
    const post = (path: string, body: object) => scim.call('POST', path, { body, token });
    const [first, last] = [fresh('a-missed'), fresh('b-missed')];
    const group = idOf(
      await post('/Groups', { displayName: fresh(), members: values(first, last) }),
    );
    const ids: string[] = [];
    for (const externalId of [first, last]) {
      const id = idOf(await post('/Users', { userName: fresh() }));
      ids.push(id);
      // Simulates a user whose transaction did not see the group's.
      await db.transaction((tx) =>
        tx.updateTable('users').set({ external_id: externalId }).where('id', '=', id).execute(),
      );
    }
    const [bad = '', good] = ids;
    const drop = await refuseMember(db.reader, bad);
    t.after(drop);
    await assert.rejects(
      directory.processWaitingMembers(db),
      /1 waiting member could not be added/,
    );
    const members = db.reader.selectFrom('memberships').select('member_id as id');
    const ofGroup = members.where('group_id', '=', group).orderBy('id');
    assert.deepEqual(await ofGroup.execute(), [{ id: good }]);
    await drop();
    await directory.processWaitingMembers(db);
    assert.deepEqual(
      (await ofGroup.execute()).map(({ id }) => id),
      ids.toSorted(),
    );
  });
});

/** Makes the storage fail where somebody becomes a member, until what it returns is called. */
async function refuseMember(db: Reader, id: string): Promise<() => Promise<void>> {
  const isPostgres = engineOf(db) === 'postgres';
  const run = async (...statements: readonly string[]): Promise<void> => {
    for (const text of statements) await sql.raw(text).execute(db);
  };
  const when = `before insert on memberships`;
  if (isPostgres) {
    await run(
      "create function refuse_member() returns trigger language plpgsql as $$ begin raise 'broken'; end $$",
      `create trigger refuse_member ${when} for each row when (new.member_id = '${id}') execute function refuse_member()`,
    );
    return () =>
      run(
        'drop trigger if exists refuse_member on memberships',
        'drop function if exists refuse_member',
      );
  }
  await run(
    `create trigger refuse_member ${when} when new.member_id = '${id}' begin select raise(abort, 'broken'); end`,
  );
  return () => run('drop trigger if exists refuse_member');
}
