// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { storedUsers } from '../../../test/support/stored-users.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const { actions, add, addSession, put, read, remove, sessionsOf, valueRows } = storedUsers(
    () => d,
  );

  test('what was sent reads back as sent, and is active unless it says otherwise', async () => {
    const attributes = {
      userName: 'Bjensen@Example.com',
      externalId: 'Ext-1',
      displayName: 'Babs Ünïcode 🙂',
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      emails: [{ value: 'B@Example.com', type: 'Work', primary: true }, { value: 'b@home.net' }],
      photos: [{ value: 'https://example.com/P.png' }],
      [ENTERPRISE]: { department: 'Tours', employeeNumber: '7' },
    };
    const user = await add(attributes);
    const view = await read(user.id);
    assert.deepEqual(view?.attributes, { ...attributes, active: true });
    assert.deepEqual({ ...view, groups: undefined }, { ...user, groups: undefined });
    assert.deepEqual(
      { active: view?.active, version: view?.version, role: view?.role, groups: view?.groups },
      { active: true, version: 1, role: 'member', groups: [] },
    );
    assert.equal((await add({ active: false })).active, false);
  });

  test('another account, an unknown id and odd ids find nobody', async () => {
    const user = await add();
    const other = await d.write((tx) => d.directory.createAccount(tx, { name: 'Other' }));
    assert.equal(await d.directory.readUser(d.db.reader, other.id, user.id, 'all'), undefined);
    for (const id of ['0', '', "' or 1=1 --", '__proto__', 'x'.repeat(5000)]) {
      assert.equal(await read(id), undefined);
      await assert.rejects(put(id, { userName: d.freshName() }), withCode('not-found'));
      await assert.rejects(remove(id), withCode('not-found'));
    }
    const elsewhere = { ...d.actor(), accountId: other.id };
    await assert.rejects(
      d.write((tx) => d.directory.removeUser(tx, elsewhere, user.id, { visibility: 'all' })),
      withCode('not-found'),
    );
  });

  test('a userName is taken in every letter case, by others only, and free again after deletion', async () => {
    const straße = await add({ userName: 'Straße' });
    await assert.rejects(add({ userName: 'STRASSE' }), withCode('user-name-taken'));
    const other = await add();
    await assert.rejects(put(other.id, { userName: 'straße' }), withCode('user-name-taken'));
    assert.equal((await put(straße.id, { userName: 'STRASSE' })).userName, 'STRASSE');
    await remove(straße.id);
    await add({ userName: 'Straße' });
  });

  test('20 requests race for a userName: exactly one wins, the others hear that it is taken', async () => {
    const userName = d.freshName();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => add({ userName })));
    const lost = results.filter((result) => result.status === 'rejected');
    assert.equal(lost.length, 19);
    assert.ok(lost.every(({ reason }) => withCode('user-name-taken')(reason)));

    const users = await Promise.all(Array.from({ length: 10 }, () => add()));
    const name = d.freshName();
    const renames = await Promise.allSettled(users.map(({ id }) => put(id, { userName: name })));
    const beaten = renames.filter((result) => result.status === 'rejected');
    assert.equal(beaten.length, 9);
    assert.ok(beaten.every(({ reason }) => withCode('user-name-taken')(reason)));
  });

  test('a text too long for its index is refused, and says where', async () => {
    const long = 'x'.repeat(513);
    await assert.rejects(add({ userName: long }), withCode('invalid-value', 'userName'));
    await assert.rejects(add({ displayName: long }), withCode('invalid-value', 'displayName'));
    await assert.rejects(add({ externalId: long }), withCode('invalid-value', 'externalId'));
    await assert.rejects(
      add({ emails: [{ value: long }] }),
      withCode('invalid-value', 'emails.value'),
    );
    await assert.rejects(
      add({ emails: [{ value: 'a', type: long }] }),
      withCode('invalid-value', 'emails.type'),
    );
    await assert.rejects(add({ userName: '' }), withCode('invalid-value', 'userName'));
    await assert.rejects(add({ userName: ' ' }), withCode('invalid-value', 'userName'));
    // Four bytes a character: the most that PostgreSQL's index must hold.
    await add({ userName: '🙂'.repeat(256), emails: [{ value: '語'.repeat(512) }] });
  });

  test('PUT clears what it leaves out, but neither active nor password', async () => {
    const hash = '$argon2id$old';
    const user = await add(
      { active: false, displayName: 'Ann', externalId: 'x', emails: [{ value: 'a@b.c' }] },
      { passwordHash: hash },
    );
    d.clock.advance(1000);
    const after = await put(user.id, { userName: user.userName });
    assert.deepEqual(after.attributes, { userName: user.userName, active: false });
    assert.deepEqual(
      { version: after.version, updatedAt: after.updatedAt, stamp: after.stamp },
      { version: 2, updatedAt: d.clock.now(), stamp: 1 },
    );
    assert.deepEqual(await valueRows(user.id), []);
    const stored = await d.directory.readPasswordHash(d.db.reader, d.account.id, user.id);
    assert.equal(stored, hash);
    const found = await d.directory.findUserByName(d.db.reader, d.account.id, user.userName);
    assert.deepEqual(found?.user, after);
  });

  test('a PUT that changes nothing leaves version, time and rows alone, whatever the order of keys', async () => {
    const emails = [{ value: 'a@b.c', type: 'work', primary: true }];
    const user = await add({ displayName: 'Ann', emails });
    d.clock.advance(1000);
    const again = await put(user.id, {
      emails: [{ primary: true, type: 'work', value: 'a@b.c' }],
      displayName: 'Ann',
      userName: user.userName,
      active: true,
    });
    assert.deepEqual([again.version, again.updatedAt], [user.version, user.updatedAt]);
    assert.deepEqual(await actions(user.id), ['user.create']);
  });

  test('PUT rewrites the value rows of what changed', async () => {
    const user = await add({
      emails: [{ value: 'A@x.y', type: 'Work', primary: true }, { value: 'b@x.y' }],
      photos: [{ value: 'https://X/p' }],
      addresses: [{ country: 'DK', type: 'work' }],
    });
    const rows = async () =>
      (await valueRows(user.id)).map((row) => [
        row.attribute,
        row.value_key,
        row.type_key,
        row.is_primary,
        JSON.parse(row.folded),
      ]);
    assert.deepEqual(await rows(), [
      ['addresses', null, 'work', 0, { country: 'dk', type: 'work' }],
      ['emails', 'a@x.y', 'work', 1, { value: 'a@x.y', type: 'work', primary: true }],
      ['emails', 'b@x.y', null, 0, { value: 'b@x.y' }],
      ['photos', null, null, 0, { value: 'https://X/p' }],
    ]);
    await put(user.id, {
      userName: user.userName,
      emails: [{ value: 'c@x.y' }],
      photos: [{ value: 'https://X/p' }],
    });
    assert.deepEqual(await rows(), [
      ['emails', 'c@x.y', null, 0, { value: 'c@x.y' }],
      ['photos', null, null, 0, { value: 'https://X/p' }],
    ]);
  });

  test('a version that has passed is refused, the stored one is not', async () => {
    const user = await add();
    const change = { userName: user.userName, displayName: 'x' };
    await assert.rejects(put(user.id, change, { ifVersion: 7 }), withCode('precondition-failed'));
    const { version } = await put(user.id, change, { ifVersion: 1 });
    assert.equal(version, 2);
    const stale = { ifVersion: 1, visibility: 'all' } as const;
    await assert.rejects(
      d.write((tx) => d.directory.removeUser(tx, d.actor(), user.id, stale)),
      withCode('precondition-failed'),
    );
  });

  test('20 writers at once lose no change: the version counts each', async () => {
    const user = await add();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        put(user.id, { userName: user.userName, displayName: `name ${i}` }),
      ),
    );
    assert.equal((await read(user.id))?.version, 21);
  });

  test('deactivation ends sessions and tokens at once; activation brings neither back', async () => {
    const user = await add();
    await addSession(user.id);
    const off = await put(user.id, { userName: user.userName, active: false });
    assert.deepEqual([off.active, off.stamp, await sessionsOf(user.id)], [false, 2, 0]);
    const on = await put(user.id, { userName: user.userName, active: true });
    assert.deepEqual([on.active, on.stamp, on.version], [true, 2, 3]);
    assert.deepEqual(on.attributes['active'], true);
    assert.deepEqual(await actions(user.id), [
      'user.create',
      'user.update',
      'user.deactivate',
      'user.update',
      'user.activate',
    ]);
  });

  test('a new password ends sessions and tokens, and is in no answer and no audit line', async () => {
    const user = await add();
    await addSession(user.id);
    const after = await put(user.id, { userName: user.userName }, { passwordHash: '$argon2id$n' });
    assert.deepEqual([after.stamp, after.version, await sessionsOf(user.id)], [2, 2, 0]);
    assert.ok(!JSON.stringify([after, await read(user.id)]).includes('argon2id'));
    const events = d.db.reader.selectFrom('audit_events').select('detail');
    const lines = await events.orderBy('id').execute();
    assert.ok(!JSON.stringify(lines).includes('argon2id'));
    assert.equal(JSON.parse(lines.at(-1)?.detail ?? '').changed[0], 'password');
  });

  test('role and activity change by the command line too, counted and audited', async () => {
    const user = await add();
    const cli = d.actor('command-line');
    const designer = await d.write((tx) => d.directory.setRole(tx, cli, user.id, 'designer'));
    assert.deepEqual([designer.role, designer.version], ['designer', 2]);
    const same = await d.write((tx) => d.directory.setRole(tx, cli, user.id, 'designer'));
    assert.equal(same.version, 2);
    const off = await d.write((tx) => d.directory.setActive(tx, cli, user.id, false));
    assert.deepEqual([off.active, off.attributes['active'], off.stamp], [false, false, 2]);
    const set = await d.write((tx) => d.directory.setPasswordHash(tx, cli, user.id, '$a'));
    assert.deepEqual([set.stamp, set.version], [3, 4]);
    assert.deepEqual({ ...(await read(user.id)), groups: [] }, { ...set, groups: [] });
  });

  test('a user and a group have room for so much, however it comes together, and what is longer may shrink', async () => {
    const { directory } = d;
    const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(9_990));
    const attributes = (count: number) => ({ userName: 'large', 'urn:x': { texts: texts(count) } });
    const { id } = await add(attributes(26));
    await assert.rejects(add({ ...attributes(27), userName: 'larger' }), withCode('invalid-value'));
    await assert.rejects(put(id, attributes(27)), withCode('invalid-value'));
    const group = (count: number) => ({ displayName: 'large', 'urn:x': { texts: texts(count) } });
    const create = (count: number) =>
      d.write((tx) =>
        directory.createGroup(tx, d.actor(), {
          attributes: group(count),
          members: [],
          origin: 'provisioned',
        }),
      );
    await assert.rejects(create(27), withCode('invalid-value'));
    const made = await create(26);
    const change = (count: number) =>
      d.write((tx) =>
        directory.changeGroup(tx, d.actor(), made.group.id, {
          change: () => ({ attributes: group(count), members: [] }),
        }),
      );
    await assert.rejects(change(27), withCode('invalid-value'));
    for (const table of ['users', 'groups'] as const) {
      const before = table === 'users' ? attributes(40) : group(40);
      await d.db.reader
        .updateTable(table)
        .set({ attributes: JSON.stringify(before) })
        .where('id', '=', table === 'users' ? id : made.group.id)
        .execute();
    }
    await assert.rejects(put(id, attributes(41)), withCode('invalid-value'));
    await put(id, attributes(30));
    await assert.rejects(change(41), withCode('invalid-value'));
    await change(30);
  });

  test('an error quotes no half of a character', async () => {
    const manager = { value: `${'a'.repeat(99)}😀 and more` };
    const attributes = { userName: d.ids.next(), [ENTERPRISE]: { manager } };
    await assert.rejects(
      d.write((tx) =>
        d.directory.createUser(tx, d.actor('scim'), {
          attributes,
          origin: 'provisioned',
          requiresManager: true,
        }),
      ),
      (error) => error instanceof Error && /aa�…/.test(error.message),
    );
  });
});
