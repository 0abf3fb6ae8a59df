import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UserChange } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { openDirectory, type TestDirectory, withCode } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

type More = Partial<UserChange> & { readonly via?: Actor['via'] };

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const patch = (id: string, { via, ...more }: More = {}) =>
    d.write((tx) =>
      d.directory.changeUser(tx, d.actor(via), id, {
        change: ({ attributes }) => attributes,
        mayDeactivate: true,
        visibility: 'provisioning',
        ...more,
      }),
    );
  const activity = (active: boolean): More => ({
    change: ({ attributes }) => ({ ...attributes, active }),
  });
  const hashOf = (id: string) => d.directory.readPasswordHash(d.db.reader, d.account.id, id);

  test('the change is made from the stored user, so that writers at once lose nothing of each other', async () => {
    const user = await d.addUser();
    const names = Array.from({ length: 24 }, (_, i) => `attribute${i}`);
    await Promise.all(
      names.map((name) =>
        patch(user.id, { change: ({ attributes }) => ({ ...attributes, [name]: name }) }),
      ),
    );
    const after = await d.directory.readUser(d.db.reader, d.account.id, user.id, 'all');
    assert.deepEqual(
      names.filter((name) => after?.attributes[name] !== name),
      [],
    );
    assert.equal(after?.version, 1 + names.length);
  });

  test('a change that changes nothing is no version, but adopts a local user', async () => {
    const user = await d.addUser({}, { origin: 'local' });
    d.clock.advance(1000);
    assert.deepEqual(await patch(user.id, { via: 'api' }), user);
    assert.deepEqual(await patch(user.id), { ...user, origin: 'provisioned' });
  });

  test('without active the user is active, and the last admin can not be deactivated', async () => {
    const user = await d.addUser({ active: false });
    const { active, attributes } = await patch(user.id, {
      change: ({ userName }) => ({ userName }),
    });
    assert.deepEqual([active, attributes['active']], [true, true]);

    const admin = await d.addUser({}, { role: 'admin' });
    await assert.rejects(patch(admin.id, activity(false)), withCode('last-admin'));
    const spare = await d.addUser({}, { role: 'admin' });
    const results = await Promise.allSettled([
      patch(admin.id, activity(false)),
      patch(spare.id, activity(false)),
    ]);
    const lost = results.filter((result) => result.status === 'rejected');
    assert.equal(lost.length, 1);
    assert.ok(lost.every(({ reason }) => withCode('last-admin')(reason)));
  });

  test('a password is set and taken away, each a version that ends what was issued', async () => {
    const user = await d.addUser();
    const set = await patch(user.id, { passwordHash: 'made elsewhere' });
    assert.deepEqual([set.version, set.stamp], [user.version + 1, user.stamp + 1]);
    assert.equal(await hashOf(user.id), 'made elsewhere');
    const taken = await patch(user.id, { passwordHash: null });
    assert.deepEqual([taken.version, taken.stamp], [set.version + 1, set.stamp + 1]);
    assert.equal(await hashOf(user.id), undefined);
    assert.deepEqual(await patch(user.id, { passwordHash: null }), taken);
  });

  test('who is break-glass, gone or at another version is not changed', async () => {
    const hidden = await d.addUser({}, { protected: true, origin: 'local' });
    await assert.rejects(patch(hidden.id), withCode('not-found'));
    await assert.rejects(patch('nobody'), withCode('not-found'));
    const user = await d.addUser();
    const stale = patch(user.id, { ...activity(false), ifVersion: 3 });
    await assert.rejects(stale, withCode('precondition-failed'));
    const failing = patch(user.id, {
      change: () => {
        throw new Error('no such target');
      },
    });
    await assert.rejects(failing, /no such target/);
    const view = await d.directory.readUser(d.db.reader, d.account.id, user.id, 'all');
    assert.deepEqual([view?.version, view?.active], [1, true]);
  });
});
