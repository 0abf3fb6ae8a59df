import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCounter } from '#db/counters.ts';
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

  test('a local user is seen over SCIM, deleted only after a PUT adopted it', async () => {
    const user = await add({}, { origin: 'local' });
    await assert.rejects(remove(user.id), withCode('local-user'));
    const adopted = await put(user.id, { userName: user.userName });
    // The user itself did not change.
    assert.deepEqual([adopted.origin, adopted.version], ['provisioned', 1]);
    assert.deepEqual(await actions(user.id), ['user.create', 'user.adopt']);
    await remove(user.id);

    const another = await add({}, { origin: 'local' });
    await remove(another.id, 'api');
  });

  test('the break-glass admin does not exist for provisioning until an admin opens it', async () => {
    const userName = d.freshName();
    const plain = await add({});
    const before = await readCounter(d.db.reader, d.account.id, 'users');
    const user = await add({ userName }, { origin: 'local', role: 'admin', protected: true });
    const spare = await add({}, { role: 'admin' });
    assert.equal(await readCounter(d.db.reader, d.account.id, 'users'), before + 1);
    assert.equal(await read(user.id), undefined);
    assert.ok(await d.directory.readUser(d.db.reader, d.account.id, user.id, 'all'));
    await assert.rejects(put(user.id, { userName }), withCode('not-found'));
    await assert.rejects(remove(user.id), withCode('not-found'));
    const conflict = {
      code: 'break-glass-user',
      message: /open the break-glass user to provisioning/,
    };
    await assert.rejects(add({ userName: userName.toUpperCase() }), conflict);
    await assert.rejects(put(plain.id, { userName }), conflict);
    const managed = { userName: spare.userName, [ENTERPRISE]: { manager: { value: user.id } } };
    await put(spare.id, managed);
    assert.equal((await read(spare.id))?.manager, undefined);

    const opened = await d.write((tx) =>
      d.directory.openToProvisioning(tx, d.actor('api'), user.id),
    );
    assert.equal(opened.protected, false);
    assert.equal((await read(user.id))?.userName, userName);
    assert.equal(await readCounter(d.db.reader, d.account.id, 'users'), before + 2);
    await d.write((tx) => d.directory.setRole(tx, d.actor('api'), spare.id, 'member'));
    await assert.rejects(remove(user.id), withCode('local-user'));
  });

  test('a manager is found by id when read; the name is never stored, and a strict client hears that nobody is there', async () => {
    const boss = await add({ displayName: 'Boss' });
    const manager = (value: string) => ({
      [ENTERPRISE]: { department: 'x', manager: { value, displayName: 'Forged' } },
    });
    const user = await add(manager(boss.id));
    assert.deepEqual(user.attributes[ENTERPRISE], { department: 'x', manager: { value: boss.id } });
    assert.equal((await read(user.id))?.manager?.displayName, 'Boss');
    await put(boss.id, { userName: boss.userName, displayName: 'Chief' });
    assert.equal((await read(user.id))?.manager?.displayName, 'Chief');
    const found = await d.directory.findManagers(d.db.reader, d.account.id, [boss.id, 'x']);
    assert.deepEqual([...found], [[boss.id, { id: boss.id, displayName: 'Chief' }]]);
    const strict = d.write((tx) =>
      d.directory.createUser(tx, d.actor('scim'), {
        attributes: { userName: d.ids.next(), ...manager('nobody') },
        origin: 'provisioned',
        requiresManager: true,
      }),
    );
    await assert.rejects(strict, withCode('unknown-manager'));
    assert.equal((await read(user.id))?.version, 1);
  });

  test('a user who becomes break-glass is gone for provisioning, and nobody keeps it as manager', async () => {
    const boss = await add({ displayName: 'Boss' });
    const user = await add({ [ENTERPRISE]: { manager: { value: boss.id } } });
    const total = () => readCounter(d.db.reader, d.account.id, 'users');
    const before = await total();
    const close = () =>
      d.write((tx) => d.directory.closeToProvisioning(tx, d.actor('command-line'), boss.id));
    assert.equal((await close()).protected, true);
    await close();
    assert.equal(await total(), before - 1);
    assert.equal(await read(boss.id), undefined);
    const view = await read(user.id);
    assert.deepEqual([view?.attributes[ENTERPRISE], view?.version], [undefined, 2]);
  });

  test('deleting a manager leaves what their reports say of them, which means nobody then', async () => {
    const boss = await add();
    const user = await add({ [ENTERPRISE]: { manager: { value: boss.id } } });
    const bystander = await add();
    d.clock.advance(1000);
    await remove(boss.id);
    const view = await read(user.id);
    assert.deepEqual(view?.attributes[ENTERPRISE], { manager: { value: boss.id } });
    assert.deepEqual([view?.version, view?.manager], [1, undefined]);
    assert.equal((await read(bystander.id))?.version, 1);
  });

  test("deletion revokes the credentials acting as the user and ends sessions, nobody else's", async () => {
    const [user, other] = [await add(), await add()];
    for (const { id } of [user, other]) {
      await addSession(id);
      const credential = {
        account_id: d.account.id,
        id: `acme-${id}`,
        name: 'c',
        acts_as_user_id: id,
        rights: null,
        version: 1,
        revoked_at: null,
        created_by: null,
        created_at: 0,
        last_used_at: null,
      };
      await d.db.reader.insertInto('credentials').values(credential).execute();
    }
    await remove(user.id);
    const credentials = await d.db.reader
      .selectFrom('credentials')
      .select(['acts_as_user_id', 'version', 'revoked_at'])
      .orderBy('id')
      .execute();
    assert.deepEqual(credentials, [
      { acts_as_user_id: user.id, version: 2, revoked_at: d.clock.now() },
      { acts_as_user_id: other.id, version: 1, revoked_at: null },
    ]);
    assert.deepEqual([await sessionsOf(user.id), await sessionsOf(other.id)], [0, 1]);
    assert.equal(await read(user.id), undefined);
    await assert.rejects(remove(user.id), withCode('not-found'));
  });

  test('the number of users follows creation and deletion, and a refused write leaves no trace', async () => {
    const total = () => readCounter(d.db.reader, d.account.id, 'users');
    const before = await total();
    const user = await add({ emails: [{ value: 'x' }] });
    await assert.rejects(add({ userName: user.userName }), withCode('user-name-taken'));
    assert.equal(await total(), before + 1);
    await remove(user.id);
    assert.equal(await total(), before);
    assert.deepEqual(await valueRows(user.id), []);
  });
});
