// Groups that gave a role and were deleted: what admins are told, and how they give the role back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { readAuditLines } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { fresh } from '../../test/support/scim.ts';

const PATH = '/app/v1/provisioning/role-mappings';
const ENDED = '/app/v1/provisioning/ended-role-mappings';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const push = async (path: string, body: object): Promise<string> => {
    const answer = await node.request('POST', `/scim/v2/${path}`, { body });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const pushGroup = (displayName: string, members: readonly string[]) =>
    push('Groups', { displayName, members: members.map((value) => ({ value })) });
  const map = async (...items: readonly object[]): Promise<Answer> => {
    const answer = await admin.send('PUT', PATH, { body: { items } });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const remove = async (id: string) =>
    assert.equal((await node.request('DELETE', `/scim/v2/Groups/${id}`)).status, 204);
  const roleOf = async (id: string) => (await admin.send('GET', `/app/v1/users/${id}`)).at('role');
  const alerts = async (): Promise<readonly unknown[]> => {
    const { items } = Object((await admin.send('GET', '/app/v1/alerts')).body);
    return items.filter(({ kind }: { readonly kind: string }) => kind === 'roles-lost');
  };

  test('a mapped group that is deleted and pushed again gets its mapping back by an admin, never by itself', async () => {
    const people = [
      await push('Users', { userName: fresh() }),
      await push('Users', { userName: fresh() }),
    ];
    const old = await pushGroup('Straße  Designers', people);
    const other = await pushGroup(fresh(), []);
    const otherMapping = { groupId: other, role: 'designer' };
    await map({ groupId: old, role: 'designer' }, otherMapping);
    await remove(old);
    assert.equal(await roleOf(people[0] ?? ''), 'member');
    const told = await admin.send('GET', PATH);
    assert.equal(told.at('ended', 1), undefined);
    const { endedAt, credentialName, ...ended } = Object(told.at('ended', 0));
    assert.deepEqual(ended, {
      groupId: old,
      groupName: 'Straße  Designers',
      role: 'designer',
      people: 2,
    });
    assert.ok(Math.abs(Date.parse(endedAt) - node.clock.now()) < 60_000, 'when');
    const { clientId } = node.account;
    const credential = await admin.send('GET', `/app/v1/credentials/${clientId}`);
    assert.equal(credentialName, credential.at('name'), 'by which credential');
    const [alert] = await alerts();
    const { name, reason, path } = Object(alert);
    assert.deepEqual([name, reason, path], ['Straße  Designers', '2', '/settings/provisioning']);

    // The name is compared as names are: collapsed and folded.
    const again = await pushGroup('STRASSE Designers ', people);
    assert.equal(await roleOf(people[0] ?? ''), 'member', 'never by itself');
    const offered = await admin.send('GET', PATH);
    assert.equal(offered.at('ended', 0, 'newGroupId'), again);
    const given = await map(otherMapping, { groupId: again, role: 'designer' });
    assert.deepEqual([given.at('ended'), await alerts()], [[], []]);
    assert.equal(await roleOf(people[1] ?? ''), 'designer');
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const set = lines.findLast(({ action }) => action === 'account.set-role-mappings');
    assert.ok(Object(set?.detail).to.includes(`${again} designer`), 'on record');
  });

  test('an admin who doesn’t want the mapping back dismisses it once, and nobody’s role changes', async () => {
    const name = fresh();
    const old = await pushGroup(name, []);
    await map({ groupId: old, role: 'admin' });
    await remove(old);
    const empty = await admin.send('GET', PATH);
    assert.deepEqual(
      [empty.at('ended', 0, 'people'), await alerts()],
      [0, []],
      'nobody lost a role',
    );
    const person = await push('Users', { userName: fresh() });
    const again = await pushGroup(name, [person]);
    assert.equal((await admin.send('DELETE', `${ENDED}/${again}`)).status, 404);
    assert.equal((await admin.send('DELETE', `${ENDED}/${old}`)).status, 204);
    assert.deepEqual((await admin.send('GET', PATH)).at('ended'), []);
    assert.equal((await admin.send('DELETE', `${ENDED}/${old}`)).status, 404);
    assert.equal(await roleOf(person), 'member');
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const dismissed = lines.findLast(({ action }) => action === 'account.dismiss-role-mapping');
    const { groupName, role } = Object(dismissed?.detail);
    assert.deepEqual([groupName, role], [name, 'admin']);
  });

  test('a group that is deleted twice is told once, and one without a mapping not at all', async () => {
    const name = fresh();
    for (const role of ['admin', 'designer']) {
      const id = await pushGroup(name, []);
      await map({ groupId: id, role });
      await remove(id);
    }
    await remove(await pushGroup(name, []));
    const { ended } = Object((await admin.send('GET', PATH)).body);
    const ofName = ended.filter((each: { readonly groupName: string }) => each.groupName === name);
    assert.deepEqual(
      ofName.map((each: { readonly role: string }) => each.role),
      ['designer'],
    );
  });

  test('a group whose name another one takes by renaming is offered, unless that one gives a role already', async () => {
    const name = fresh();
    const [old, taker] = [await pushGroup(name, []), await pushGroup(fresh(), [])];
    await map({ groupId: old, role: 'admin' }, { groupId: taker, role: 'designer' });
    await remove(old);
    const Operations = [{ op: 'replace', path: 'displayName', value: name }];
    const renamed = await node.request('PATCH', `/scim/v2/Groups/${taker}`, {
      body: { Operations },
    });
    assert.ok(renamed.status < 300, renamed.text);
    const newGroupId = async () => (await admin.send('GET', PATH)).at('ended', 0, 'newGroupId');
    assert.equal(await newGroupId(), undefined);
    await map();
    assert.equal(await newGroupId(), taker);
  });
});
