// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeOf } from '../../../test/support/error-code.ts';
import {
  assertScimError,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

type Headers = Readonly<Record<string, string>>;

const RACERS = 64;

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const patch = (id: string, operations: unknown, headers: Headers = {}) =>
    scim.call('PATCH', `/Users/${id}`, {
      body: { schemas: [PATCH_OP], Operations: operations },
      headers,
    });
  const set = (path: string, value: unknown) => [{ op: 'replace', path, value }];
  const read = async (id: string) => scim.get(`/Users/${id}`);

  test('7644-3.5-02 7644-3.5.2-15 7644-3.5.2-12 operations run in order, and the answer is what GET gives', async () => {
    const created = await scim.addUser({ title: 'Old', name: { familyName: 'Orr' } });
    const id = idOf(created);
    scim.instance.clock.advance(1000);
    const answer = await patch(id, [
      { op: 'add', path: 'nickName', value: 'A' },
      { op: 'replace', path: 'nickName', value: 'B' },
      { op: 'add', path: 'name', value: { givenName: 'Ann' } },
      { op: 'add', value: { emails: [{ value: 'ann@example.com', type: 'work' }] } },
      { op: 'remove', path: 'title' },
      { op: 'add', path: `${ENTERPRISE}:department`, value: 'Tours' },
    ]);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, (await read(id)).body);
    assert.equal(answer.at('meta', 'version'), etagOf(answer));
    assert.notEqual(etagOf(answer), etagOf(created));
    assert.ok(
      Date.parse(String(answer.at('meta', 'lastModified'))) >
        Date.parse(String(answer.at('meta', 'created'))),
    );
    assert.equal(answer.at('nickName'), 'B');
    assert.deepEqual(answer.at('name'), { familyName: 'Orr', givenName: 'Ann' });
    assert.equal(answer.at('title'), undefined);
    assert.deepEqual(answer.at(ENTERPRISE), { department: 'Tours' });
    assert.ok(Array.isArray(answer.at('schemas')) && answer.at('schemas', 'length') === 2);
  });

  test('7644-3.5.2-14 one bad operation and nothing is changed, whatever came before it', async () => {
    const user = await scim.addUser({ displayName: 'Same' });
    const id = idOf(user);
    const good = { op: 'replace', path: 'displayName', value: 'Other' };
    for (const [bad, scimType] of [
      [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
      [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type zz "x"]', value: {} }, 'invalidFilter'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'emails[value co "zz"].value', value: 'x' }, 'noTarget'],
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
      [{ op: 'remove', path: 'userName' }, 'mutability'],
      [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
      [{ op: 'replace', path: 'password', value: 'short' }, 'invalidValue'],
    ] as const) {
      assertScimError(await patch(id, [good, bad]), 400, scimType);
    }
    assertScimError(await patch(id, 'x'), 400, 'invalidSyntax');
    assertScimError(await scim.call('PATCH', `/Users/${id}`, { body: '{' }), 400, 'invalidSyntax');
    assert.deepEqual((await read(id)).body, user.body);
  });

  test('7644-3.5.2.1-07 7643-3.1-14 what changes nothing succeeds and is no new version', async () => {
    const user = await scim.addUser({
      displayName: 'Ann',
      emails: [{ value: 'a@b', type: 'work' }],
    });
    const id = idOf(user);
    scim.instance.clock.advance(1000);
    for (const operations of [
      [],
      set('displayName', 'Ann'),
      [{ op: 'add', path: 'emails', value: [{ value: 'a@b', type: 'work' }] }],
      [{ op: 'Remove', path: 'emails[type eq "home"]' }],
      [{ op: 'replace', value: { active: 'True', unknown: 'x' } }],
      [
        { op: 'replace', path: 'displayName', value: 'Bob' },
        { op: 'replace', path: 'displayName', value: 'Ann' },
      ],
    ]) {
      const answer = await patch(id, operations);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text, (await read(id)).text);
      assert.equal(etagOf(answer), etagOf(user));
      assert.deepEqual(answer.at('meta'), user.at('meta'));
    }
  });

  test('7644-3.5.2-17 who is gone, or hidden, is 404 whatever the body says, and is not made', async () => {
    const body = { schemas: [PATCH_OP], Operations: set('displayName', 'x') };
    for (const id of ['0', fresh('gone'), scim.instance.account.userId]) {
      for (const some of [body, { Operations: 'x' }, { userName: 'x' }]) {
        assertScimError(await scim.call('PATCH', `/Users/${id}`, { body: some }), 404);
      }
      assertScimError(await read(id), 404);
    }
  });

  test('7644-3.12-13 7643-4.1.1-02 a name that is taken, or the break-glass one, is 409', async () => {
    const taken = fresh('Taken');
    await scim.addUser({ userName: taken });
    const id = idOf(await scim.addUser());
    assertScimError(await patch(id, set('userName', taken.toUpperCase())), 409, 'uniqueness');
    const reserved = await patch(id, set('userName', 'admin'));
    assertScimError(reserved, 409, 'uniqueness');
    assert.equal(codeOf(reserved), 'break-glass-user');
    const renamed = await patch(id, set('userName', fresh('Free')));
    assert.equal(renamed.status, 200, renamed.text);
  });

  test('7643-4.1.1-08 7643-4.1.1-10 a password is set, kept when sent again, taken away, and never shown', async () => {
    const { directory, db, passwords } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const user = await scim.addUser();
    const id = idOf(user);
    const holds = async (password: string) =>
      passwords.verify(await directory.readPasswordHash(db.reader, accountId, id), password);
    const changed = await patch(id, [{ op: 'replace', value: { password: 'kT9-lamp-otter' } }]);
    assert.equal(changed.status, 200, changed.text);
    assert.ok(!changed.text.includes('otter') && changed.at('password') === undefined);
    assert.equal(await holds('kT9-lamp-otter'), true);
    const again = await patch(id, set('password', 'kT9-lamp-otter'));
    assert.equal(etagOf(again), etagOf(changed));
    assert.notEqual(etagOf(await patch(id, set('password', 'mR4-stone-heron'))), etagOf(again));
    assert.equal(await holds('kT9-lamp-otter'), false);
    assertScimError(await patch(id, set('password', user.at('userName'))), 400, 'invalidValue');
    assert.equal((await patch(id, set('password', ''))).status, 200);
    assert.equal(await holds('mR4-stone-heron'), true);
    assert.equal((await patch(id, [{ op: 'remove', path: 'password' }])).status, 200);
    assert.equal(await directory.readPasswordHash(db.reader, accountId, id), undefined);
    const logged = scim.instance.logs.filter((line) => /otter|heron/.test(line));
    assert.deepEqual(logged, []);
  });

  test('7644-3.14-04 If-Match: done at the version named, else 412 and unchanged', async () => {
    const created = await scim.addUser();
    const id = idOf(created);
    const first = etagOf(created);
    await scim.addGroup({ members: [{ value: id }] });
    const second = await patch(id, set('title', '1'), { 'if-match': first });
    assert.equal(second.status, 200, 'a change of what is derived is no change of the version');
    const stale = await patch(id, set('title', '2'), { 'if-match': first });
    assertScimError(stale, 412);
    assertScimError(await patch(id, 'no operations', { 'if-match': first }), 412);
    assert.equal((await read(id)).at('title'), '1');
    const list = `"nothing", ${etagOf(second)}`;
    assert.equal((await patch(id, set('title', '3'), { 'if-match': list })).status, 200);
    assert.equal((await patch(id, set('title', '4'), { 'if-match': '*' })).status, 200);
  });

  test('7644-3.12-06 of 64 writers with one tag exactly one wins; without a tag none is lost', async () => {
    const created = await scim.addUser();
    const id = idOf(created);
    const race = (headers: Headers, at: (writer: number) => unknown) =>
      Promise.all(Array.from({ length: RACERS }, (_, writer) => patch(id, at(writer), headers)));
    const tagged = await race({ 'if-match': etagOf(created) }, (i) => set('title', `${i}`));
    const [won, ...more] = tagged.filter(({ status }) => status === 200);
    assert.deepEqual(more, []);
    assert.equal(tagged.filter(({ status }) => status === 412).length, RACERS - 1);
    assert.equal((await read(id)).at('title'), won?.at('title'));

    const untagged = await race({}, (i) => [
      { op: 'add', path: 'phoneNumbers', value: [{ value: `+1 ${i}`, type: 'work' }] },
    ]);
    assert.deepEqual(
      untagged.filter(({ status }) => status !== 200).map(({ text }) => text),
      [],
    );
    assert.equal(new Set(untagged.map(etagOf)).size, RACERS, 'each is a version of its own');
    assert.equal((await read(id)).at('phoneNumbers', 'length'), RACERS);
  });

  test('7643-4.1.1-07 deactivation ends the next request of a token acting as the user', async () => {
    const { id, token } = await scim.instance.addUser(fresh('admin'), 'admin');
    assert.equal((await scim.get('/Users?count=0', { token })).status, 200);
    const off = await patch(id, [{ op: 'Replace', path: 'active', value: 'False' }]);
    assert.equal(off.at('active'), false);
    assertScimError(await scim.get('/Users?count=0', { token }), 401);
    assert.equal((await patch(id, set('active', true))).at('active'), true);
    assertScimError(await scim.get('/Users?count=0', { token }), 401);
  });

  test('the last active admin can not be deactivated, and hears why', async () => {
    const { services } = scim.instance;
    const { clientId, clientSecret, ...alone } = await scim.instance.addAccount(fresh('Alone'));
    const token = await scim.instance.token(clientId, clientSecret);
    await services.db.transaction((tx) =>
      services.directory.openToProvisioning(
        tx,
        { accountId: alone.accountId, via: 'command-line' },
        alone.userId,
      ),
    );
    const path = `/Users/${alone.userId}`;
    const body = { Operations: set('active', false) };
    const refused = await scim.call('PATCH', path, { body, token });
    assertScimError(refused, 403);
    assert.equal(codeOf(refused), 'last-admin');
    assert.equal((await scim.get(path, { token })).at('active'), true);
  });

  test('the first PATCH adopts a local user, who then can be deleted', async () => {
    const { id } = await scim.instance.addUser(fresh('local'));
    assertScimError(await scim.call('DELETE', `/Users/${id}`), 403);
    assert.equal((await patch(id, [])).status, 200);
    assert.equal((await scim.call('DELETE', `/Users/${id}`)).status, 204);
  });

  test('7643-4.3-02 7643-4.3-03 a manager comes, shows its name as it is now, and goes', async () => {
    const boss = idOf(await scim.addUser({ displayName: 'Boss' }));
    const id = idOf(await scim.addUser());
    const manager = `${ENTERPRISE}:manager`;
    for (const value of [boss, { value: boss }, [{ value: boss, $ref: null }]]) {
      const answer = await patch(id, set(manager, value));
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.at(ENTERPRISE, 'manager'), {
        value: boss,
        $ref: `${scim.base}/Users/${boss}`,
        displayName: 'Boss',
      });
    }
    await patch(boss, set('displayName', 'Chief'));
    assert.equal((await read(id)).at(ENTERPRISE, 'manager', 'displayName'), 'Chief');
    const gone = await patch(id, [{ op: 'remove', path: manager }]);
    assert.equal(gone.at(ENTERPRISE), undefined);
  });

  test('7644-3.5.2-16 7644-3.9-03 projection works on the answer, never on what is stored', async () => {
    const id = idOf(await scim.addUser({ title: 'Kept' }));
    const body = { Operations: set('displayName', 'Ann') };
    const some = await scim.call('PATCH', `/Users/${id}?attributes=displayName`, { body });
    assert.equal(some.status, 200);
    assert.deepEqual(Object.keys(Object(some.body)).sort(), ['displayName', 'id', 'schemas']);
    const both = `/Users/${id}?attributes=title&excludedAttributes=meta`;
    assertScimError(
      await scim.call('PATCH', both, { body: { Operations: set('title', 'x') } }),
      400,
      'invalidValue',
    );
    assert.equal((await read(id)).at('title'), 'Kept');
  });

  test('a user grows to 262,144 characters, and a full page of such users is answered', async () => {
    const large = await startScim(engine);
    const addresses = Array.from({ length: 25 }, (_, i) => ({
      formatted: `${i}`.padEnd(10_000, 'x'),
    }));
    const users = await Promise.all(Array.from({ length: 60 }, () => large.addUser({ addresses })));
    const more = {
      op: 'add',
      path: 'addresses',
      value: [{ formatted: 'y'.repeat(10_000) }, { formatted: 'z'.repeat(10_000) }],
    };
    const answer = await large.call('PATCH', `/Users/${idOf(users[0] ?? assert.fail())}`, {
      body: { schemas: [PATCH_OP], Operations: [more] },
    });
    assertScimError(answer, 400, 'invalidValue');
    assert.match(String(answer.at('detail')), /The limit is 262144\./);
    const ids = users.map(idOf).sort();
    const list = await large.get('/Users?count=1000&filter=addresses%20pr');
    assert.deepEqual(
      ids.map((_, i) => list.at('Resources', i, 'id')),
      ids,
    );
    assert.deepEqual([list.at('totalResults'), list.at('itemsPerPage')], [60, 60]);
    await large.close();
  });

  test('who writes only if there is none, or not the one that is there, is told that there is: 412', async () => {
    const user = `/Users/${idOf(await scim.addUser())}`;
    const group = `/Groups/${idOf(await scim.addGroup())}`;
    for (const path of [user, group]) {
      const before = await scim.get(path);
      for (const tag of ['*', etagOf(before), `"x", ${etagOf(before)}`]) {
        const headers = { 'if-none-match': tag };
        const body = { userName: fresh(), displayName: fresh() };
        const operation = { op: 'replace', path: 'displayName', value: fresh() };
        const patched = { schemas: [PATCH_OP], Operations: [operation] };
        assertScimError(await scim.call('PUT', path, { body, headers }), 412);
        assertScimError(await scim.call('PATCH', path, { body: patched, headers }), 412);
        assertScimError(await scim.call('DELETE', path, { headers }), 412);
      }
      assert.equal((await scim.get(path)).text, before.text);
      const other = { 'if-none-match': '"x"' };
      assert.equal((await scim.call('DELETE', path, { headers: other })).status, 204);
    }
  });
});
