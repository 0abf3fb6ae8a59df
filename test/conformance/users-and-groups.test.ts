// RFC 7643 §4: the attributes of users and groups.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD } from '../support/instance.ts';
import {
  assertScimError,
  CORE_GROUP,
  CORE_USER,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../support/scim.ts';
import { newUser, sendBulk } from '../support/scim-bulk.ts';
import {
  filtered,
  idsBy,
  patch,
  publishedAttributes,
  resourcesOf,
  SEARCH_REQUEST,
} from '../support/scim-calls.ts';
import { readStoredRows } from '../support/stored-rows.ts';

/** Returns a DER SEQUENCE of this many bytes; its content does not matter here. */
const certificate = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from([0x30, 0x82, bytes >> 8, bytes & 0xff]), Buffer.alloc(bytes, 5)]);

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const post = (body: object) =>
    scim.call('POST', '/Users', { body: { userName: fresh(), ...body } });
  const read = (id: string) => scim.get(`/Users/${id}`);

  test('7643-4.1.1-02 7643-4.1.1-03 7644-5-01 7644-7.8-01 one userName in any case, width or composition is one userName', async () => {
    const end = fresh();
    const forms = [
      `Zoë@Example${end}`,
      `ZOË@EXAMPLE${end}`,
      `Zoe\u0308@Example${end}`,
      `Ｚｏë＠Ｅxample${end}`,
    ];
    const [first = ''] = forms;
    const id = idOf(await post({ userName: first }));
    assert.equal((await read(id)).at('userName'), first);
    const other = `/Users/${idOf(await post({}))}`;
    for (const userName of forms) {
      assert.deepEqual(await idsBy(scim, '/Users', `userName eq "${userName}"`), [id], userName);
      assert.deepEqual(
        await idsBy(
          scim,
          '/Users',
          `userName sw "${userName.slice(0, 6)}" and userName ew "${end}"`,
        ),
        [id],
        userName,
      );
      assertScimError(await post({ userName }), 409, 'uniqueness');
      const body = { userName };
      assertScimError(await scim.call('PUT', other, { body }), 409, 'uniqueness');
      const renamed = { op: 'replace', path: 'userName', value: userName };
      assertScimError(await patch(scim, other, renamed), 409, 'uniqueness');
    }
  });

  test('7643-4.1.1-04 a name comes back as it was given, whole, in parts or both', async () => {
    const parts = { givenName: 'Barbara', familyName: 'Jensen', honorificPrefix: 'Ms.' };
    for (const name of [
      parts,
      { formatted: 'Ms. Barbara Jensen' },
      { ...parts, formatted: 'Ms. B' },
    ]) {
      const made = await post({ name });
      assert.deepEqual((await read(idOf(made))).at('name'), name, 'nothing is derived');
    }
  });

  test('7643-4.1.1-05 7643-4.1.1-06 7643-4.1.2-04 URLs, languages, locales, time zones and countries are kept as sent', async () => {
    for (const values of [
      {
        profileUrl: 'https://people.example.com/ann',
        preferredLanguage: 'da, en-gb;q=0.8',
        locale: 'en-US',
        timezone: 'America/Los_Angeles',
        addresses: [{ country: 'US', type: 'work' }],
      },
      {
        profileUrl: 'people/ann',
        preferredLanguage: 'Danish',
        locale: 'en_US',
        timezone: 'Romance Standard Time',
        addresses: [{ country: 'USA' }],
      },
      { addresses: [{ locality: 'Aarhus' }] },
    ]) {
      const made = await post(values);
      assert.equal(made.status, 201, made.text);
      const stored = await read(idOf(made));
      for (const [name, value] of Object.entries(values)) assert.deepEqual(stored.at(name), value);
    }
  });

  test('7643-4.1.1-08 7643-7-12 7643-7-14 no answer ever holds a password, and /Schemas says so', async () => {
    const secret = 'kT9-lamp-otter';
    const made = await post({ password: secret, title: 'holder' });
    const path = `/Users/${idOf(made)}`;
    const body = { userName: made.at('userName'), title: 'holder', password: secret };
    const { token } = await scim.instance.addUser(fresh('member'));
    const answers = [
      made,
      await read(idOf(made)),
      await scim.get(`${path}?attributes=password,userName`),
      await scim.get(`${path}?attributes=${CORE_USER}:password`),
      await scim.call('PUT', `${path}?attributes=password`, { body }),
      await patch(scim, path, { op: 'replace', path: 'password', value: 'mR4-stone-heron' }),
      await filtered(scim, '/Users', 'title eq "holder"', '&attributes=password'),
      await scim.call('POST', '/Users/.search', {
        body: { schemas: [SEARCH_REQUEST], attributes: ['password', 'id'] },
      }),
      await scim.get('/Me?attributes=password', { token }),
      await sendBulk(scim, [newUser('a', { password: secret })]),
    ];
    for (const answer of answers) {
      assert.ok([200, 201].includes(answer.status), answer.text);
      assert.ok(!/otter|heron|argon2|"password"/.test(answer.text), answer.text);
    }
    const password = (await publishedAttributes(scim)).find(
      ({ definition }) => definition.name === 'password',
    )?.definition;
    assert.deepEqual([password?.['mutability'], password?.['returned']], ['writeOnly', 'never']);
  });

  test('7643-4.1.1-09 7643-4.1.1-11 7643-9.2-01 7644-7.7-01 a password is stored hashed, and its text is nowhere: no row, no log line', async () => {
    const secret = 'velvet-Otter-93-quay';
    const made = await post({ password: secret });
    await patch(scim, `/Users/${idOf(made)}`, {
      op: 'replace',
      path: 'password',
      value: `${secret}2`,
    });
    await sendBulk(scim, [newUser('a', { password: `${secret}3` })]);
    await post({ password: secret, active: 'maybe' });
    const { db, directory } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const hash = await directory.readPasswordHash(db.reader, accountId, idOf(made));
    assert.match(hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{20,}\$/);
    const rows = [...(await readStoredRows(db)).values()].flat();
    assert.ok(rows.length > 0 && !rows.join('\n').includes('velvet-Otter'));
    assert.ok(!scim.instance.logs.join('\n').includes('velvet-Otter'));
  });

  test('7643-4.1.1-10 7644-5-01 a password is prepared, held against the policy, and is the same however it is typed', async () => {
    const userName = fresh('Sign');
    for (const password of ['short', 'password1234', userName]) {
      assertScimError(await post({ userName, password }), 400, 'invalidValue');
    }
    const made = await post({ userName, password: 'Zoe\u0308\u00a0und Ju\u0308rgen 7' });
    assert.equal(made.status, 201, made.text);
    const { db, directory, passwords } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const hash = await directory.readPasswordHash(db.reader, accountId, idOf(made));
    for (const typed of [
      'Zoë und Jürgen 7',
      'Zoe\u0308 und Ju\u0308rgen 7',
      'Zoë\u3000und\u2003Jürgen 7',
    ]) {
      assert.equal(await passwords.verify(hash, typed), true, typed);
    }
    assert.equal(await passwords.verify(hash, 'zoë und jürgen 7'), false);
  });

  test('7643-4.1.1-12 7644-3.12-20 7644-7.5.2-01 a filter on a password is refused, right or wrong, and by POST as well', async () => {
    await post({ password: ADMIN_PASSWORD });
    const filters = ['right', 'wrong'].map((word) =>
      word === 'right' ? `password eq "${ADMIN_PASSWORD}"` : 'password eq "x"',
    );
    const answers = [];
    for (const filter of [...filters, 'not (PASSWORD co "q")', `${CORE_USER}:password pr`]) {
      answers.push(
        await filtered(scim, '/Users', filter),
        await filtered(scim, '/', filter),
        await scim.call('POST', '/Users/.search', { body: { schemas: [SEARCH_REQUEST], filter } }),
      );
    }
    for (const answer of answers) {
      assertScimError(answer, 400, 'invalidFilter');
      assert.equal(answer.at('detail'), answers[0]?.at('detail'));
    }
    for (const filter of ['userName eq "x"', 'emails.value eq "x@y"']) {
      assert.equal((await filtered(scim, '/Users', filter)).status, 200);
    }
  });

  test('7643-4.1.2-02 the URL of a photo is kept and never fetched', async (t) => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const photos = [{ value: `http://127.0.0.1:${address.port}/ann.png`, type: 'photo' }];
    const made = await post({ photos });
    assert.deepEqual((await read(idOf(made))).at('photos'), photos);
    assert.equal(calls, 0);
  });

  test('7643-4.1.2-03 the canonical types are those of the RFC', async () => {
    const types = new Map(
      (await publishedAttributes(scim)).flatMap(({ parent, definition }) =>
        parent && definition.name === 'type' ? [[parent.name, definition['canonicalValues']]] : [],
      ),
    );
    const common = ['work', 'home', 'other'];
    assert.deepEqual(Object.fromEntries(types), {
      emails: common,
      addresses: common,
      phoneNumbers: ['work', 'home', 'mobile', 'fax', 'pager', 'other'],
      ims: ['aim', 'gtalk', 'icq', 'xmpp', 'msn', 'skype', 'qq', 'yahoo', 'other'],
      photos: ['photo', 'thumbnail'],
      groups: ['direct', 'indirect'],
      entitlements: undefined,
      roles: undefined,
      x509Certificates: undefined,
      members: ['User', 'Group'],
    });
  });

  test('7643-4.1.2-05 7643-7-10 groups of a user change through the group only', async () => {
    const group = idOf(await scim.addGroup());
    const userName = fresh();
    const made = await post({ userName, groups: [{ value: group }] });
    const path = `/Users/${idOf(made)}`;
    assert.equal(made.at('groups'), undefined);
    const put = await scim.call('PUT', path, { body: { userName, groups: [{ value: group }] } });
    assert.equal(put.at('groups'), undefined);
    for (const operation of [
      { op: 'add', path: 'groups', value: [{ value: group }] },
      { op: 'replace', path: `groups[value eq "${group}"].display`, value: 'x' },
      { op: 'remove', path: 'groups' },
    ]) {
      assertScimError(await patch(scim, path, operation), 400, 'mutability');
    }
    assert.deepEqual((await scim.get(`/Groups/${group}`)).at('members'), []);
  });

  test('7643-4.1.2-08 roles and entitlements take any value, and change nobody’s rights', async () => {
    const { id, token } = await scim.instance.addUser(fresh('member'));
    const values = [{ value: 'admin', display: 'Chief' }, { value: 'anything at all' }];
    for (const path of ['roles', 'entitlements']) {
      const answer = await patch(scim, `/Users/${id}`, { op: 'add', path, value: values });
      assert.deepEqual(answer.at(path), values, answer.text);
    }
    assertScimError(await scim.get('/Users', { token }), 403);
  });

  test('7643-4.1.2-09 a certificate value holds one certificate', async () => {
    const one = certificate(600);
    const value = (bytes: Buffer) => ({ x509Certificates: [{ value: bytes.toString('base64') }] });
    assert.equal((await post(value(one))).status, 201);
    for (const bytes of [Buffer.concat([one, one]), one.subarray(0, 300), Buffer.from('no DER')]) {
      const body = { schemas: [CORE_USER], userName: fresh('ann'), ...value(bytes) };
      const headers = { prefer: 'handling=strict' };
      assertScimError(await scim.call('POST', '/Users', { body, headers }), 400, 'invalidValue');
      const dropped = await scim.call('POST', '/Users', { body });
      assert.deepEqual([dropped.status, dropped.at('x509Certificates')], [201, undefined]);
    }
  });

  test('7643-4.2-02 7643-7-08 a group has a displayName, as /Schemas says', async () => {
    const group = await scim.addGroup();
    for (const body of [{}, { displayName: null }, { displayName: ' ' }]) {
      assertScimError(await scim.call('POST', '/Groups', { body }), 400, 'invalidValue');
      const put = await scim.call('PUT', `/Groups/${idOf(group)}`, { body });
      assertScimError(put, 400, 'invalidValue');
      assert.match(String(put.at('detail')), /displayName/);
    }
    const [displayName] = Object((await scim.get(`/Schemas/${CORE_GROUP}`)).body).attributes;
    assert.deepEqual([displayName.name, displayName.required], ['displayName', true]);
  });

  test('7643-4.2-04 7643-4.2-05 a member given by id alone is shown with id, URI and type', async () => {
    const user = idOf(await post({ displayName: 'Ann' }));
    const inner = idOf(await scim.addGroup({ displayName: fresh('Inner') }));
    const group = await scim.addGroup({ members: [{ value: user }, { value: inner }] });
    const members = (await scim.get(`/Groups/${idOf(group)}`)).at('members');
    assert.ok(Array.isArray(members));
    const byValue = new Map(members.map((member) => [member.value, member]));
    for (const [id, type, path] of [
      [user, 'User', '/Users'],
      [inner, 'Group', '/Groups'],
    ] as const) {
      const member = byValue.get(id);
      assert.deepEqual([member.type, member.$ref], [type, `${scim.base}${path}/${id}`]);
      assert.equal((await scim.get(member.$ref.slice(scim.base.length))).at('id'), id);
    }
    const circle = { op: 'add', path: 'members', value: [{ value: idOf(group) }] };
    assertScimError(await patch(scim, `/Groups/${inner}`, circle), 400, 'invalidValue');
  });

  test('7643-4.2-06 a member without an id is refused, and /Schemas says that it is required', async () => {
    const members = [{ display: 'x' }];
    const body = { displayName: fresh(), members };
    assertScimError(await scim.call('POST', '/Groups', { body }), 400, 'invalidValue');
    const path = `/Groups/${idOf(await scim.addGroup())}`;
    assertScimError(await scim.call('PUT', path, { body }), 400, 'invalidValue');
    const added = { op: 'add', path: 'members', value: members };
    assertScimError(await patch(scim, path, added), 400, 'invalidValue');
    const value = (await publishedAttributes(scim)).find(
      ({ parent, definition }) => parent?.name === 'members' && definition.name === 'value',
    );
    assert.equal(value?.definition['required'], true);
    assert.ok(resourcesOf(await scim.get('/Groups')).length > 0);
  });
});
