// The meaning of empty values: of `""` from templates for attributes that a user lacks, and of an empty `active`.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BADGE, withCustomSchemas } from '../../test/support/custom-schemas.ts';
import { forEngineOrBoth } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import {
  assertScimError,
  ENTERPRISE,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../test/support/scim.ts';
import { patchBody } from '../../test/support/scim-calls.ts';

const STRICT = { prefer: 'handling=strict' };
/** One optional attribute of each type other than text. */
const VALUES = {
  valid: true,
  level: 7,
  weight: 2.5,
  issued: '2026-01-02T10:00:00+02:00',
  chip: 'YWJj',
} as const;

forEngineOrBoth('sqlite', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, withCustomSchemas);
  });
  after(() => scim.close());

  const patch = (id: string, operation: object, headers = {}): Promise<Answer> =>
    scim.call('PATCH', `/Users/${id}`, { body: patchBody(operation), headers });
  const put = (id: string, body: object, headers = {}): Promise<Answer> =>
    scim.call('PUT', `/Users/${id}`, { body, headers });

  test('7644-3.5.2.2-01 nothing said about active gives a suspended person access again, and nothing takes it away', async () => {
    for (const active of [false, true]) {
      const userName = fresh();
      const id = idOf(await scim.addUser({ userName, active }));
      const writes: readonly (() => Promise<Answer>)[] = [
        () => patch(id, { op: 'remove', path: 'active' }),
        () => patch(id, { op: 'Remove', path: 'active', value: null }),
        () =>
          patch(id, { op: 'remove', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active' }),
        ...[null, '', [], [''], [null], { value: '' }, { value: null }].flatMap((value) => [
          () => patch(id, { op: 'replace', path: 'active', value }),
          () => patch(id, { op: 'add', path: 'active', value }),
          () => patch(id, { op: 'replace', value: { active: value } }),
          () => put(id, { userName, active: value }),
        ]),
        () => put(id, { userName }),
      ];
      for (const [index, write] of writes.entries()) {
        const answer = await write();
        assert.equal(answer.status, 200, `${index} ${answer.text}`);
        assert.equal(answer.at('active'), active, `${index} ${answer.text}`);
      }
    }
  });

  test('an empty text is no Boolean, number, date or binary: it clears an optional attribute by POST, PUT and PATCH', async () => {
    for (const [name, value] of Object.entries(VALUES)) {
      const full = { userName: fresh(), [BADGE]: { [name]: value } };
      const id = idOf(await scim.addUser(full));
      const empty = { [BADGE]: { [name]: '' } };
      const writes: readonly (() => Promise<Answer>)[] = [
        () => put(id, { ...full, ...empty }),
        ...['replace', 'add', 'Add'].flatMap((op) => [
          () => patch(id, { op, path: `${BADGE}:${name}`, value: '' }),
          () => patch(id, { op, path: `${BADGE}:${name}`, value: [''] }),
          () => patch(id, { op, value: { [`${BADGE}:${name}`]: '' } }),
          () => patch(id, { op, value: empty }),
        ]),
      ];
      for (const [index, write] of writes.entries()) {
        assert.deepEqual((await put(id, full)).at(BADGE, name), value);
        const answer = await write();
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.at(BADGE), undefined, `${name} ${index} ${answer.text}`);
      }
      assert.equal((await scim.addUser(empty)).at(BADGE), undefined);
    }
    const roles = [{ value: 'a', type: 'x', primary: true }];
    const id = idOf(await scim.addUser({ roles }));
    for (const op of ['add', 'replace']) {
      await patch(id, { op: 'replace', path: 'roles', value: roles });
      const cleared = await patch(id, { op, path: 'roles[type eq "x"].primary', value: '' });
      assert.deepEqual(cleared.at('roles'), [{ value: 'a', type: 'x' }], cleared.text);
    }
  });

  test('a strict client hears that an empty text is no value, and where', async () => {
    for (const [name, path] of [
      ...Object.keys(VALUES).map((key) => [key, `${BADGE}:${key}`] as const),
      ['active', 'active'] as const,
    ]) {
      const userName = fresh();
      const empty = name === path ? { [name]: '' } : { [BADGE]: { [name]: '' } };
      const id = idOf(await scim.addUser({ userName }));
      const before = await scim.get(`/Users/${id}`);
      for (const answer of [
        await scim.call('POST', '/Users', {
          body: { userName: fresh(), ...empty },
          headers: STRICT,
        }),
        await put(id, { userName, ...empty }, STRICT),
        await patch(id, { op: 'replace', path: path, value: '' }, STRICT),
        await patch(id, { op: 'add', value: { [path]: '' } }, STRICT),
      ]) {
        assertScimError(answer, 400, 'invalidValue');
        assert.ok(String(answer.at('detail')).includes(path), answer.text);
        assert.equal(answer.headers['preference-applied'], undefined);
      }
      assert.equal((await scim.get(`/Users/${id}`)).text, before.text);
    }
  });

  test('7643-2.3.1-01 a text given as an object is taken when value is all that it holds', async () => {
    const userName = fresh();
    const id = idOf(await scim.addUser({ userName }));
    for (const name of ['userType', 'title', 'displayName']) {
      const taken = await patch(id, { op: 'replace', path: name, value: { value: 'Staff' } });
      assert.equal(taken.at(name), 'Staff', taken.text);
      // RFC 7643 §2.5: a member that is null is one that is not there.
      const beside = await patch(id, {
        op: 'replace',
        path: name,
        value: { value: 'A', type: null },
      });
      assert.equal(beside.at(name), 'A', beside.text);
      await patch(id, { op: 'replace', path: name, value: 'Staff' });
      for (const value of [
        { value: 'Boss', display: 'The boss' },
        { value: 'Boss', type: 'x' },
        { name: 'Boss' },
        {},
      ]) {
        for (const answer of [
          await patch(id, { op: 'replace', path: name, value }),
          await put(id, { userName, [name]: value }),
        ]) {
          assertScimError(answer, 400, 'invalidValue');
          assert.ok(String(answer.at('detail')).includes(name), answer.text);
        }
      }
    }
    assert.equal((await scim.get(`/Users/${id}`)).at('title'), 'Staff');
  });

  test('a PATCH of an attribute that no schema knows is counted, or refused for a strict client', async () => {
    const id = idOf(await scim.addUser({ title: 'Kept' }));
    for (const [operation, count] of [
      [{ op: 'replace', path: 'favouriteColour', value: 'red' }, '1'],
      [{ op: 'add', path: 'urn:example:nobody:2.0:User:shoe', value: '44' }, '1'],
      [{ op: 'replace', path: 'emails[type eq "work"].colour', value: 'x' }, '1'],
      [{ op: 'remove', path: 'favouriteColour' }, '1'],
      [{ op: 'replace', value: { favouriteColour: 'red', shoe: 44, nickName: fresh() } }, '2'],
      [{ op: 'replace', value: { [ENTERPRISE]: { shoe: 44 } } }, '1'],
      [{ op: 'add', path: 'name', value: { familyName: 'Orr', clan: 'x' } }, '1'],
    ] as const) {
      const what = JSON.stringify(operation);
      const lenient = await patch(id, operation);
      assert.equal(lenient.status, 200, lenient.text);
      assert.equal(lenient.headers['formstead-ignored-attributes'], count, what);
      const before = await scim.get(`/Users/${id}`);
      const strict = await patch(id, operation, STRICT);
      assertScimError(strict, 400, 'invalidPath');
      assert.match(
        String(strict.at('detail')),
        /^Operations\[0\]: .*(Colour|colour|shoe|clan)/,
        what,
      );
      assert.equal((await scim.get(`/Users/${id}`)).text, before.text, what);
    }
    const known = await patch(id, { op: 'replace', path: 'title', value: 'New' }, STRICT);
    assert.equal(known.headers['formstead-ignored-attributes'], undefined);
    assert.equal(known.headers['preference-applied'], 'handling=strict');
  });
});
