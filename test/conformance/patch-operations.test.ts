// RFC 7644 §3.5.2.1 to §3.5.2.3: the effects of add, remove and replace.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withCustomSchemas } from '../support/custom-schemas.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { CORE_USER, ENTERPRISE, etagOf, type Scim, startScim } from '../support/scim.ts';
import { keysOf } from '../support/scim-calls.ts';
import { HOME, makeUser, patched, refusesPatch, WORK } from '../support/scim-patch.ts';

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, withCustomSchemas);
  });
  after(() => scim.close());

  const user = (body: object = {}) => makeUser(scim, body);
  const after200 = (id: string, ...operations: readonly unknown[]) =>
    patched(scim, id, ...operations);
  const refused = (id: string, operation: unknown, scimType: string) =>
    refusesPatch(scim, id, operation, scimType);

  test('7644-3.5.2.1-01 add and replace have a value', async () => {
    const id = await user();
    for (const path of ['title', 'emails', `${ENTERPRISE}:department`, ENTERPRISE, undefined]) {
      await refused(id, { op: 'add', path }, 'invalidValue');
      await refused(id, { op: 'replace', path }, 'invalidValue');
    }
  });

  test('7644-3.5.2.1-02 7644-3.5.2.1-05 7644-3.5.2.1-06 without a path what the value holds is added to what there is', async () => {
    const id = await user({ displayName: 'Old', emails: [WORK, HOME] });
    const third = { value: 'c@d', type: 'other' };
    const value = { nickName: 'B', displayName: 'New', emails: [third], name: { givenName: 'G' } };
    const answer = await after200(id, { op: 'add', value });
    assert.deepEqual(answer.at('emails'), [WORK, HOME, third]);
    assert.deepEqual(
      [answer.at('nickName'), answer.at('displayName'), answer.at('name')],
      ['B', 'New', { givenName: 'G' }],
    );
    const one = await after200(id, { op: 'add', path: 'displayName', value: 'Newer' });
    assert.equal(one.at('displayName'), 'Newer');
    const four = await after200(id, { op: 'add', path: 'emails', value: { value: 'd@e' } });
    assert.equal(four.at('emails', 'length'), 4);
    await refused(id, { op: 'add', value: 'x' }, 'invalidValue');
  });

  test('7644-3.5.2.1-03 7644-3.5.2.3-04 a target without a value gets it, by add and by replace', async () => {
    for (const op of ['add', 'replace']) {
      const id = await user();
      const answer = await after200(
        id,
        { op, path: 'title', value: 'T' },
        { op, path: 'name.middleName', value: 'M' },
        { op, path: 'emails', value: [WORK] },
        { op, path: `${ENTERPRISE}:division`, value: 'D' },
      );
      assert.deepEqual(
        [answer.at('title'), answer.at('name'), answer.at('emails'), answer.at(ENTERPRISE)],
        ['T', { middleName: 'M' }, [WORK], { division: 'D' }],
      );
    }
  });

  test('7644-3.5.2.1-04 7644-3.5.2.3-05 of a complex target what is named changes and the rest stays', async () => {
    for (const op of ['add', 'replace']) {
      const id = await user({ name: { givenName: 'A', familyName: 'B' } });
      const answer = await after200(id, { op, path: 'name', value: { givenName: 'C' } });
      assert.deepEqual(answer.at('name'), { givenName: 'C', familyName: 'B' });
      const pathless = await after200(id, { op, value: { name: { middleName: 'M' } } });
      assert.deepEqual(pathless.at('name'), { familyName: 'B', givenName: 'C', middleName: 'M' });
      const urn = await after200(id, { op, value: { [ENTERPRISE]: { division: 'V' } } });
      const more = await after200(id, { op, path: ENTERPRISE, value: { department: 'D' } });
      assert.deepEqual(urn.at(ENTERPRISE), { division: 'V' });
      assert.deepEqual(more.at(ENTERPRISE), { division: 'V', department: 'D' });
    }
  });

  test('7644-3.5.2.2-01 7644-3.12-17 remove without a path is noTarget', async () => {
    const id = await user();
    for (const more of [{}, { value: { title: 'x' } }, { path: '' }, { path: null }]) {
      await refused(id, { op: 'remove', ...more }, 'noTarget');
    }
  });

  test('7644-3.5.2.2-02 7644-3.5.2.2-03 what is removed is unassigned', async () => {
    const name = { givenName: 'A', middleName: 'M' };
    const id = await user({ title: 'T', name, emails: [WORK, HOME] });
    const remove = (path: string) => after200(id, { op: 'remove', path });
    assert.equal((await remove('title')).at('title'), undefined);
    assert.deepEqual((await remove('name.middleName')).at('name'), { givenName: 'A' });
    assert.equal((await remove('name')).at('name'), undefined);
    const bare = await remove('emails');
    assert.deepEqual(keysOf(bare.body), ['active', 'id', 'meta', 'schemas', 'userName']);
    assert.equal(etagOf(await remove('emails')), etagOf(bare));
  });

  test('7644-3.5.2.2-04 7644-3.5.2.2-05 7644-3.5.2.2-06 with a filter only what matches goes, or a part of it', async () => {
    const other = { value: 'b@example.com', type: 'work' };
    const id = await user({ emails: [WORK, HOME, other] });
    const remove = (path: string) => after200(id, { op: 'remove', path });
    const shorn = await remove('emails[type eq "work"].display');
    const { display: _, ...work } = WORK;
    assert.deepEqual(shorn.at('emails'), [work, HOME, other]);
    const some = await remove('emails[type eq "work" and value ew "example.com"]');
    assert.deepEqual(some.at('emails'), [work, HOME]);
    assert.deepEqual((await remove(`emails[value eq "${HOME.value}"]`)).at('emails'), [work]);
    assert.equal((await remove('emails[type eq "work"]')).at('emails'), undefined);
    assert.equal((await remove('emails[type eq "work"]')).status, 200, 'gone already: no change');
  });

  test('7644-3.5.2.2-07 what is required or the server’s can not be removed', async () => {
    const id = await user();
    for (const path of ['userName', 'id', 'groups', 'meta', 'schemas', `${CORE_USER}:userName`]) {
      await refused(id, { op: 'remove', path }, 'mutability');
    }
  });

  test('7644-3.5.2.3-01 7644-3.5.2.3-02 replace without a path changes what the value holds, with one its target', async () => {
    const id = await user({
      displayName: 'O',
      title: 'T',
      emails: [WORK],
      name: { givenName: 'A' },
    });
    const value = { displayName: 'N', active: false, emails: [HOME] };
    const many = await after200(id, { op: 'replace', value });
    assert.deepEqual(
      ['displayName', 'active', 'emails', 'title'].map((name) => many.at(name)),
      ['N', false, [HOME], 'T'],
    );
    const single = await after200(
      id,
      { op: 'replace', path: 'title', value: 'U' },
      { op: 'replace', path: 'name.givenName', value: 'B' },
      { op: 'replace', path: 'active', value: true },
    );
    assert.deepEqual(
      ['title', 'name', 'active'].map((name) => single.at(name)),
      ['U', { givenName: 'B' }, true],
    );
  });

  test('7644-3.5.2.3-03 a list is replaced whole, by nothing too', async () => {
    const id = await user({ emails: [WORK] });
    const other = { op: 'replace', path: 'emails', value: [HOME] };
    assert.deepEqual((await after200(id, other)).at('emails'), [HOME]);
    const none = { op: 'replace', path: 'emails', value: [] };
    assert.equal((await after200(id, none)).at('emails'), undefined);
  });

  test('7644-3.5.2.3-06 7644-3.5.2.3-07 with a filter every element that matches is replaced, or its part', async () => {
    const addresses = [
      { streetAddress: '1 A St', locality: 'X', type: 'work' },
      { streetAddress: '2 B St', locality: 'Y', type: 'work' },
      { streetAddress: '3 C St', locality: 'Z', type: 'home' },
    ];
    const id = await user({ addresses });
    const street = 'addresses[type eq "work"].streetAddress';
    const moved = await after200(id, { op: 'replace', path: street, value: '9 New St' });
    assert.deepEqual(moved.at('addresses'), [
      { streetAddress: '9 New St', locality: 'X', type: 'work' },
      { streetAddress: '9 New St', locality: 'Y', type: 'work' },
      addresses[2],
    ]);
    const one = await user({ addresses });
    const value = {
      type: 'work',
      streetAddress: '911 Universal City Plaza',
      locality: 'Hollywood',
      region: 'CA',
      postalCode: '91608',
      country: 'US',
      formatted: '911 Universal City Plaza\nHollywood, CA 91608 US',
      primary: true,
    };
    const path = 'addresses[type eq "work" and locality eq "X"]';
    const replaced = await after200(one, { op: 'replace', path, value });
    assert.deepEqual(replaced.at('addresses', 0), value);
    assert.deepEqual(replaced.at('addresses', 1), addresses[1]);
    const home = { op: 'replace', path: 'addresses[type eq "work"]', value: { locality: 'Q' } };
    const both = (await after200(await user({ addresses }), home)).at('addresses');
    assert.ok(Array.isArray(both));
    assert.deepEqual(
      both.map(({ locality }) => locality),
      ['Q', 'Z'],
      'alike now, and so one',
    );
  });

  test('7644-3.5.2.3-08 7644-3.12-17 a filter that matches nothing is noTarget, unless it says what to create', async () => {
    const id = await user({ emails: [HOME] });
    for (const filter of ['value co "zz"', 'not (type pr)', 'type eq "a" or type eq "b"']) {
      await refused(
        id,
        { op: 'replace', path: `emails[${filter}].value`, value: 'x@y' },
        'noTarget',
      );
      await refused(
        id,
        { op: 'replace', path: `emails[${filter}]`, value: { value: 'x' } },
        'noTarget',
      );
    }
    const path = 'emails[type eq "work"].value';
    const made = await after200(id, { op: 'replace', path, value: 'x@y' });
    assert.deepEqual(made.at('emails'), [HOME, { value: 'x@y', type: 'work' }]);
  });
});
