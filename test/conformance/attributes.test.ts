// Nightly: it takes over three seconds. RFC 7643 §2: attributes, their types, and the meaning of absent values.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BADGE, unit, withCustomSchemas } from '../support/custom-schemas.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../support/scim.ts';
import {
  filtered,
  idsBy,
  keysOf,
  patch,
  publishedAttributes,
  resourcesOf,
} from '../support/scim-calls.ts';

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, withCustomSchemas);
  });
  after(() => scim.close());

  const read = async (id: string): Promise<Answer> => {
    const answer = await scim.get(`/Users/${id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const post = (body: object) =>
    scim.call('POST', '/Users', { body: { userName: fresh(), ...body } });
  const put = (id: string, body: object) => scim.call('PUT', `/Users/${id}`, { body });
  /** Returns the ids among `ids` that a filter finds. */
  const among = async (ids: readonly string[], filter: string) => {
    const all = ids.map((id) => `id eq "${id}"`).join(' or ');
    return idsBy(scim, '/Users', `(${all}) and ${filter}`);
  };

  test('7643-2.1-01 names match in any letter case in bodies, paths, filters, sorting and projection, and come back as the schema spells them', async () => {
    const userName = fresh('Case');
    const made = await scim.call('POST', '/Users', {
      body: { USERNAME: userName, Name: { GIVENNAME: 'Ann' }, EMAILS: [{ VALUE: 'a@b.example' }] },
    });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.at('name'), { givenName: 'Ann' });
    assert.deepEqual(made.at('emails'), [{ value: 'a@b.example' }]);
    const path = `/Users/${idOf(made)}`;
    const changed = await patch(scim, path, { op: 'add', path: 'DISPLAYNAME', value: 'Ann' });
    assert.equal(changed.at('displayName'), 'Ann', changed.text);
    const found = await filtered(scim, '/Users', `USERname eq "${userName}"`, '&sortBy=UserNAME');
    assert.deepEqual(resourcesOf(found), [changed.body]);
    const shown = await scim.get(`${path}?attributes=DISPLAYname`);
    assert.deepEqual(keysOf(shown.body), ['displayName', 'id', 'schemas']);
  });

  test('7643-2.1-02 every resource in every answer names its schemas, and so does a body that leaves them out', async () => {
    const made = await post({});
    const path = `/Users/${idOf(made)}`;
    const answers = [
      made,
      await read(idOf(made)),
      await scim.call('PUT', path, { body: { userName: made.at('userName') } }),
      await patch(scim, path, { op: 'add', path: 'title', value: 'x' }),
      await scim.get(`${path}?attributes=userName`),
      await scim.get(`${path}?excludedAttributes=schemas`),
      await scim.addGroup(unit),
      await scim.get('/ServiceProviderConfig'),
      await scim.get('/Schemas'),
      await scim.get('/ResourceTypes/User'),
    ];
    for (const answer of answers) assert.ok(Number(answer.at('schemas', 'length')) > 0);
    for (const list of ['/Users', '/Groups', '/', '/Schemas', '/ResourceTypes']) {
      for (const resource of resourcesOf(await scim.get(list))) {
        assert.ok(Object(resource).schemas.length > 0);
      }
    }
  });

  test('7643-2.2-01 a characteristic that a definition leaves out has its default, and /Schemas says so', async () => {
    const attributes = (await scim.get(`/Schemas/${BADGE}`)).at('attributes');
    assert.ok(Array.isArray(attributes));
    const { description: _, canonicalValues: __, ...colour } = attributes[0];
    assert.deepEqual(colour, {
      name: 'colour',
      type: 'string',
      multiValued: false,
      required: false,
      caseExact: false,
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'none',
    });
    const [one, two] = [await post({ [BADGE]: { colour: 'Teal' } }), await post({})];
    const same = await patch(scim, `/Users/${idOf(two)}`, {
      op: 'add',
      path: `${BADGE}:colour`,
      value: 'TEAL',
    });
    assert.equal(same.at(BADGE, 'colour'), 'TEAL', 'neither unique nor fixed');
    const both = await among([idOf(one), idOf(two)], `${BADGE}:colour eq "teal"`);
    assert.equal(both.length, 2, 'compared without case');
  });

  test('7643-2.3.1-01 a string of any Unicode characters survives', async () => {
    for (const text of [
      '👩‍👩‍👧 Zoë',
      'שלום עולם',
      'e\u0301\u0323 Ǆ ﬁ',
      '\u{10ffff} \t\n',
      "'; drop table users --",
    ]) {
      const made = await post({ displayName: text });
      assert.equal(made.at('displayName'), text);
      assert.equal((await read(idOf(made))).at('displayName'), text);
    }
  });

  test('7643-2.3.1-02 a value beyond the canonical ones is kept', async () => {
    const emails = [{ value: 'a@b.example', type: 'billing' }];
    const made = await post({ emails, [BADGE]: { colour: 'green' } });
    const stored = await read(idOf(made));
    assert.deepEqual(stored.at('emails'), emails);
    assert.equal(stored.at(BADGE, 'colour'), 'green');
  });

  test('7643-2.3.2-01 7644-3.12-18 a Boolean is true or false in answers, and what can not be one is refused', async () => {
    for (const [sent, wanted] of [
      ['True', true],
      ['false', false],
      [true, true],
      [[false], false],
    ] as const) {
      const made = await post({ active: sent, emails: [{ value: 'a@b', primary: sent }] });
      assert.equal((await read(idOf(made))).at('active'), wanted);
      assert.equal((await read(idOf(made))).at('emails', 0, 'primary'), wanted);
    }
    for (const active of ['maybe', 1, 0, {}, ['a', 'b']]) {
      assertScimError(await post({ active }), 400, 'invalidValue');
    }
  });

  test('7643-2.3.3-01 7643-2.3.4-01 decimals are compared by value, integers have no fraction', async () => {
    const id = idOf(await post({ [BADGE]: { weight: 2.5, level: 10 } }));
    for (const filter of ['weight eq 2.50', 'weight gt 2.4', 'level gt 9']) {
      assert.deepEqual(await among([id], `(${BADGE}:${filter})`), [id], filter);
    }
    assert.deepEqual(await among([id], `${BADGE}:weight lt 2.5`), []);
    const { body } = await read(id);
    assert.deepEqual(Object(body)[BADGE], { weight: 2.5, level: 10 });
    for (const values of [{ level: 1.5 }, { level: '1' }, { weight: '2.5' }, { level: 2 ** 60 }]) {
      assertScimError(await post({ [BADGE]: values }), 400, 'invalidValue');
    }
  });

  test('7643-2.3.5-01 a dateTime has date and time, ours too', async () => {
    const made = await post({ [BADGE]: { issued: '2026-01-02T10:00:00.5-08:00' } });
    assert.equal(made.status, 201, made.text);
    for (const name of ['created', 'lastModified']) {
      const stamp = String(made.at('meta', name));
      assert.match(stamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      assert.ok(!Number.isNaN(Date.parse(stamp)));
    }
    for (const issued of ['2026-01-01', '10:00:00Z', '2026-02-30T00:00:00Z', '1767225600', 'x']) {
      assertScimError(await post({ [BADGE]: { issued } }), 400, 'invalidValue');
    }
  });

  test('7643-2.3.6-01 a binary is base64, with or without padding, and compared exactly', async () => {
    for (const chip of ['%%%', 'a', 'ab c', 'YWI=Yw']) {
      assertScimError(await post({ [BADGE]: { chip } }), 400, 'invalidValue');
    }
    const strict = { headers: { prefer: 'handling=strict' } };
    const body = { schemas: [CORE_USER], userName: fresh('ann'), x509Certificates: ['%%%'] };
    assertScimError(await scim.call('POST', '/Users', { body, ...strict }), 400, 'invalidValue');
    const id = idOf(await post({ [BADGE]: { chip: 'YWI' } }));
    assert.equal((await read(id)).at(BADGE, 'chip'), 'YWI');
    assert.deepEqual(await among([id], `${BADGE}:chip eq "YWI"`), [id]);
    assert.deepEqual(await among([id], `${BADGE}:chip eq "ywi"`), []);
  });

  test('7643-2.3.7-01 7643-2.4-05 a member is the same by id, relative or absolute URI, with any version segment', async () => {
    const id = idOf(await post({}));
    const origin = scim.base.replace('/scim/v2', '');
    const references = [
      `Users/${id}`,
      `/scim/v2/Users/${id}`,
      `${scim.base}/Users/${id}`,
      `${origin}/scim/Users/${id}`,
      `${origin.toUpperCase()}/scim/v1/Users/${id}`,
    ];
    const group = await scim.addGroup({ ...unit, members: [{ value: id }] });
    const path = `/Groups/${idOf(group)}`;
    for (const $ref of references) {
      const added = await patch(scim, path, { op: 'add', path: 'members', value: [{ $ref }] });
      assert.equal(added.status, 204, added.text);
      assert.equal(etagOf(added), etagOf(group), `${$ref} is who is in already`);
    }
    const members = references.map(($ref) => ({ $ref }));
    const whole = await scim.addGroup({ ...unit, members });
    assert.deepEqual(whole.at('members'), (await scim.get(path)).at('members'));
  });

  test('7643-2.3.7-02 every reference in an answer can be fetched, or tells that its resource is gone', async () => {
    const boss = idOf(await post({}));
    const user = idOf(await post({ [ENTERPRISE]: { manager: { value: boss } } }));
    const inner = idOf(await scim.addGroup({ ...unit, members: [{ value: user }] }));
    const outer = idOf(await scim.addGroup({ ...unit, members: [{ value: inner }] }));
    const answers = await Promise.all([
      read(user),
      ...[inner, outer].map((id) => scim.get(`/Groups/${id}`)),
      ...['/Schemas', '/ResourceTypes', '/ServiceProviderConfig'].map((path) => scim.get(path)),
    ]);
    const uris = new Set(
      answers.flatMap(({ text }) =>
        [...text.matchAll(/"(?:\$ref|location)":"([^"]+)"/g)].map(([, uri = '']) => uri),
      ),
    );
    assert.ok(uris.size > 8, [...uris].join());
    for (const uri of uris) {
      assert.ok(uri.startsWith(`${scim.base}/`), uri);
      assert.equal((await scim.get(uri.slice(scim.base.length))).status, 200, uri);
    }
    await scim.call('DELETE', `/Users/${boss}`);
    assertScimError(await scim.get(`/Users/${boss}`), 404);
  });

  test('7643-2.3.7-03 references are compared exactly', async () => {
    const id = idOf(await post({ profileUrl: 'https://x.example/A' }));
    const group = idOf(await scim.addGroup({ ...unit, members: [{ value: id }] }));
    const ref = `${scim.base}/Users/${id}`;
    assert.deepEqual(await idsBy(scim, '/Groups', `members.$ref eq "${ref}"`), [group]);
    assert.deepEqual(await idsBy(scim, '/Groups', `members.$ref eq "${ref.toUpperCase()}"`), []);
    assert.deepEqual(await among([id], 'profileUrl eq "https://x.example/A"'), [id]);
    assert.deepEqual(await among([id], 'profileUrl eq "https://x.example/a"'), []);
  });

  test('7643-2.3.8-01 the order of attributes means nothing', async () => {
    const body = {
      schemas: [CORE_USER, ENTERPRISE],
      userName: fresh(),
      name: { givenName: 'A', familyName: 'B' },
      emails: [{ value: 'a@b', type: 'work', primary: true }],
      [ENTERPRISE]: { department: 'D', division: 'V' },
    };
    const made = await scim.call('POST', '/Users', { body });
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, inner]) => [name, turned(inner)])
          .reverse(),
      );
    };
    const again = await put(idOf(made), Object(turned(body)));
    assert.deepEqual(again.body, made.body, 'the same resource, no new version');
  });

  test('7643-2.3.8-02 a sub-attribute is never complex', async () => {
    const parts = (await publishedAttributes(scim)).filter(({ parent }) => parent !== undefined);
    assert.ok(parts.length > 50);
    assert.deepEqual(
      parts.filter(({ definition }) => definition.type === 'complex' || definition.subAttributes),
      [],
    );
    assertScimError(await post({ name: { givenName: { x: 1 } } }), 400, 'invalidValue');
  });

  test('7643-2.4-01 a multi-valued attribute is an array, also of one', async () => {
    const made = await post({ emails: [{ value: 'a@b' }], [BADGE]: { doors: ['North'] } });
    const one = await read(idOf(made));
    const [listed] = resourcesOf(await filtered(scim, '/Users', `id eq "${idOf(made)}"`));
    for (const resource of [made.body, one.body, listed]) {
      const { emails, [BADGE]: badge } = Object(resource);
      assert.deepEqual(emails, [{ value: 'a@b' }]);
      assert.deepEqual(badge, { doors: ['North'] });
    }
  });

  test('7643-2.4-02 the predefined parts of multi-valued attributes have their predefined types', async () => {
    const types: Readonly<Record<string, string>> = {
      type: 'string',
      primary: 'boolean',
      display: 'string',
      $ref: 'reference',
    };
    const predefined = (await publishedAttributes(scim)).filter(
      ({ parent, definition }) => parent?.multiValued && Object.hasOwn(types, definition.name),
    );
    assert.ok(predefined.length > 30);
    for (const { schema, definition } of predefined) {
      assert.equal(definition.type, types[definition.name], `${schema} ${definition.name}`);
    }
  });

  test('7643-2.4-03 7643-2.4-04 one element at most is primary, and one that does not say so is not', async () => {
    const two = [
      { value: 'a@b', primary: true },
      { value: 'c@d', primary: true },
    ];
    const made = await post({ emails: [{ value: 'a@b', primary: true }, { value: 'c@d' }] });
    const id = idOf(made);
    assertScimError(await post({ emails: two }), 400, 'invalidValue');
    assertScimError(await put(id, { userName: fresh(), emails: two }), 400, 'invalidValue');
    const added = { op: 'add', path: 'emails', value: two };
    assertScimError(await patch(scim, `/Users/${id}`, added), 400, 'invalidValue');
    assert.deepEqual((await read(id)).body, made.body);
    assert.deepEqual(await among([id], 'emails[primary eq false and value eq "c@d"]'), [id]);
    assert.deepEqual(await among([id], 'emails[primary eq false and value eq "a@b"]'), []);
  });

  test('7643-2.4-06 7643-4.1.2-01 labels and addresses compare in their canonical form and come back as sent', async () => {
    const emails = [{ value: 'Barbara@EXAMPLE.com', type: 'Work' }];
    const phoneNumbers = [{ value: '415.123.4567' }, { value: 'tel:+1-201-555-0123', type: 'fax' }];
    const ims = [{ value: 'Babs@Jabber.example', type: 'XMPP' }];
    const id = idOf(await post({ emails, phoneNumbers, ims }));
    const stored = await read(id);
    assert.deepEqual(
      ['emails', 'phoneNumbers', 'ims'].map((name) => stored.at(name)),
      [emails, phoneNumbers, ims],
    );
    for (const filter of [
      'emails[type eq "work" and value eq "barbara@example.COM"]',
      'phoneNumbers[type eq "FAX" and value eq "TEL:+1-201-555-0123"]',
      'ims[type eq "xmpp" and value eq "babs@jabber.example"]',
    ]) {
      assert.deepEqual(await among([id], filter), [id], filter);
    }
  });

  test('7643-2.4-07 the same type and value is there once, however often it is sent', async () => {
    const work = { value: 'a@b', type: 'work' };
    const home = { value: 'a@b', type: 'home' };
    const id = idOf(await post({ emails: [work, home, { ...work, value: 'A@B' }] }));
    assert.deepEqual((await read(id)).at('emails'), [work, home]);
    const again = await patch(scim, `/Users/${id}`, { op: 'add', path: 'emails', value: [work] });
    assert.deepEqual(again.at('emails'), [work, home]);
  });

  test('7643-2.4-08 display of an element can be written, as /Schemas says, but for members and groups', async () => {
    const id = idOf(await post({ emails: [{ value: 'a@b', type: 'work', display: 'Old' }] }));
    const path = 'emails[type eq "work"].display';
    const answer = await patch(scim, `/Users/${id}`, { op: 'replace', path, value: 'New' });
    assert.equal(answer.at('emails', 0, 'display'), 'New', answer.text);
    const displays = (await publishedAttributes(scim)).filter(
      ({ definition }) => definition.name === 'display',
    );
    const derived = displays.filter(({ definition }) => definition['mutability'] === 'readOnly');
    assert.deepEqual(
      derived.map(({ parent }) => parent?.name),
      ['groups', 'members'],
    );
    assert.ok(displays.length > 5);
  });

  test('7643-2.5-01 7643-2.5-02 7644-3.3-06 7644-3.5.1-04 absent, null and [] are one state, and writing null or [] brings it about', async () => {
    const userName = fresh();
    const full = { nickName: 'N', emails: [{ value: 'a@b' }], name: { givenName: 'G' } };
    const nothing = { nickName: null, emails: [], name: null, [ENTERPRISE]: { department: null } };
    const bare = await scim.call('POST', '/Users', { body: { userName, ...nothing } });
    const keys = ['active', 'id', 'meta', 'schemas', 'userName'];
    assert.deepEqual(keysOf(bare.body), keys);
    const id = idOf(bare);
    const unassigned = async () => {
      for (const name of ['nickName', 'emails', 'name']) {
        assert.deepEqual(await among([id], `${name} pr`), [], name);
      }
    };
    await unassigned();
    const filled = await put(id, { userName, ...full });
    assert.deepEqual(keysOf(filled.body), [...keys, 'emails', 'name', 'nickName'].sort());
    assert.deepEqual(keysOf((await put(id, { userName, ...nothing })).body), keys);
    await put(id, { userName, ...full });
    const replaced = await patch(
      scim,
      `/Users/${id}`,
      { op: 'replace', path: 'nickName', value: null },
      { op: 'replace', path: 'emails', value: [] },
      { op: 'replace', value: { name: null } },
    );
    assert.deepEqual(keysOf(replaced.body), keys, replaced.text);
    await unassigned();
  });

  test('7643-2.5-03 what has no value is left out, but for the members of a group', async () => {
    const user = await post({ title: '' });
    for (const answer of [user, await read(idOf(user))]) {
      assert.ok(!/null|\[\]|\{\}/.test(answer.text), answer.text);
    }
    assert.deepEqual((await scim.addGroup(unit)).at('members'), []);
  });
});
