// RFC 7644 §3.5.2: the form of a PATCH, and the rules for all operations.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BADGE, withCustomSchemas } from '../support/custom-schemas.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../support/scim.ts';
import { patch, SEARCH_REQUEST } from '../support/scim-calls.ts';
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

  test('7644-3.5.2-01 a body names PatchOp, another schema of SCIM, or none', async () => {
    const id = await user();
    const Operations = [{ op: 'add', path: 'title', value: 'x' }];
    const send = (schemas: unknown) =>
      scim.call('PATCH', `/Users/${id}`, { body: { schemas, Operations } });
    for (const schemas of [['urn:example:unknown'], 'x', [5]]) {
      assertScimError(await send(schemas), 400, 'invalidValue');
    }
    assert.equal((await scim.get(`/Users/${id}`)).at('title'), undefined);
    for (const schemas of [undefined, [SEARCH_REQUEST]])
      assert.equal((await send(schemas)).status, 200);
    assert.equal((await send([PATCH_OP])).at('title'), 'x');
  });

  test('7644-3.5.2-02 Operations is an array; an empty one changes nothing', async () => {
    const made = await scim.addUser();
    const path = `/Users/${idOf(made)}`;
    const operation = { op: 'add', path: 'title', value: 'x' };
    for (const Operations of [undefined, null, operation, 'x', 5, [5], ['x'], [null]]) {
      const body = { schemas: [PATCH_OP], Operations };
      assertScimError(await scim.call('PATCH', path, { body }), 400, 'invalidSyntax');
    }
    const nothing = await patch(scim, path);
    assert.deepEqual([nothing.status, nothing.body], [200, made.body]);
  });

  test('7644-3.5.2-03 op is add, remove or replace, in any letter case', async () => {
    const id = await user();
    for (const op of ['move', 'test', 'copy', undefined, 5, null, ['add'], '']) {
      await refused(id, { op, path: 'title', value: 'x' }, 'invalidSyntax');
    }
    await after200(id, { op: 'Add', path: 'title', value: 'x' });
    const gone = await after200(id, { op: 'REMOVE', path: 'title' });
    assert.equal(gone.at('title'), undefined);
  });

  test('7644-3.5.2-04 a path has any of its eight forms, on core and extension attributes', async () => {
    const id = await user({ emails: [WORK, HOME] });
    const visits = [{ value: 'V1', type: 'Day' }];
    for (const [path, value, at] of [
      ['title', 'T1', ['title']],
      [`${CORE_USER}:title`, 'T2', ['title']],
      ['name.givenName', 'G1', ['name', 'givenName']],
      [`${CORE_USER}:name.givenName`, 'G2', ['name', 'givenName']],
      ['emails[type eq "work"].display', 'D1', ['emails', 0, 'display']],
      [`${CORE_USER}:emails[type eq "work"].display`, 'D2', ['emails', 0, 'display']],
      ['emails[type eq "work"]', { ...WORK, display: 'D3' }, ['emails', 0]],
      [`${CORE_USER}:emails[type eq "work"]`, { ...WORK, display: 'D4' }, ['emails', 0]],
      [`${ENTERPRISE}:department`, 'E1', [ENTERPRISE, 'department']],
      [`${BADGE}:deputy.since`, '2026-03-01T00:00:00Z', [BADGE, 'deputy', 'since']],
      [`${BADGE}:visits`, visits, [BADGE, 'visits']],
      [`${BADGE}:visits[type eq "Day"]`, { value: 'V2', type: 'Day' }, [BADGE, 'visits', 0]],
      [`${BADGE}:visits[type eq "Day"].count`, 7, [BADGE, 'visits', 0, 'count']],
    ] as const) {
      const answer = await after200(id, { op: 'replace', path, value });
      assert.deepEqual(answer.at(...at), value, path);
    }
    assert.deepEqual((await scim.get(`/Users/${id}`)).at('emails', 1), HOME);
  });

  test('7644-3.5.2-05 7644-3.5.2-06 7644-3.12-16 what is no path is invalidPath, positions among it', async () => {
    const id = await user({ emails: [WORK] });
    for (const path of [
      'emails[',
      'emails]',
      '.a',
      'a..b',
      'name.',
      'emails[type eq "work"].value.x',
      'emails[type eq "work"]value',
      '__proto__.x',
      'a.b.c',
      '/emails/0',
      'emails.0',
      'name givenName',
      '"title"',
      5,
      {},
    ]) {
      await refused(id, { op: 'replace', path, value: 'x' }, 'invalidPath');
    }
    await refused(id, { op: 'remove', path: 'emails[0]' }, 'invalidFilter');
  });

  test('7644-3.5.2-07 7644-3.12-11 a filter in a path follows the rules of filters', async () => {
    const id = await user({ emails: [WORK, HOME] });
    for (const filter of [
      '',
      'type',
      'type zz "w"',
      'type eq',
      'primary gt true',
      'nothing eq',
      '(type pr',
    ]) {
      await refused(id, { op: 'remove', path: `emails[${filter}]` }, 'invalidFilter');
    }
    const path = 'emails[not (TYPE eq "WORK") and (value co "home" or value co "zz")].display';
    const answer = await after200(id, { op: 'add', path, value: 'Home' });
    assert.deepEqual(answer.at('emails'), [WORK, { ...HOME, display: 'Home' }]);
  });

  test('7644-3.5.2-08 7644-3.12-14 what the server writes is not written by a path', async () => {
    const id = await user({ [ENTERPRISE]: { manager: { value: await user() } } });
    for (const path of [
      'id',
      'groups',
      'meta',
      'meta.created',
      `${ENTERPRISE}:manager.displayName`,
      `${BADGE}:origin`,
    ]) {
      for (const op of ['add', 'replace', 'remove']) {
        await refused(id, { op, path, value: 'x' }, 'mutability');
      }
    }
  });

  test('7644-3.5.2-09 a value that does not fit its attribute is refused', async () => {
    const id = await user();
    for (const [path, value] of [
      ['emails', 5],
      ['emails', [5]],
      ['active', 'maybe'],
      ['name', 'Ann'],
      ['title', {}],
      ['title', 5],
      ['profileUrl', true],
      [`${BADGE}:level`, 1.5],
      [`${BADGE}:issued`, 'yesterday'],
      ['userName', ''],
    ] as const) {
      await refused(id, { op: 'replace', path, value }, 'invalidValue');
    }
  });

  test('7644-3.5.2-10 7644-3.5.2-11 an attribute of an extension brings its schema, named beforehand or not', async () => {
    const path = `${ENTERPRISE}:employeeNumber`;
    const id = await user();
    const made = await after200(id, { op: 'add', path, value: '7' });
    assert.deepEqual(made.at('schemas'), [CORE_USER, ENTERPRISE]);
    const gone = await after200(id, { op: 'remove', path });
    assert.deepEqual(gone.at('schemas'), [CORE_USER]);
    const both = await after200(
      id,
      { op: 'add', path: 'schemas', value: [ENTERPRISE] },
      { op: 'add', path, value: '8' },
    );
    assert.deepEqual(
      [both.at('schemas', 1), both.at(ENTERPRISE)],
      [ENTERPRISE, { employeeNumber: '8' }],
    );
  });

  test('7644-3.5.2-12 each operation works on what the one before made', async () => {
    const id = await user();
    const answer = await after200(
      id,
      { op: 'add', path: 'title', value: 'A' },
      { op: 'replace', path: 'title', value: 'B' },
      { op: 'add', path: 'emails', value: [WORK] },
      { op: 'replace', path: 'emails[type eq "work"].type', value: 'home' },
      { op: 'add', path: 'emails[type eq "home"].display', value: 'Moved' },
      { op: 'remove', path: 'title' },
    );
    assert.equal(answer.at('title'), undefined);
    assert.deepEqual(answer.at('emails'), [{ ...WORK, type: 'home', display: 'Moved' }]);
  });

  test('7644-3.5.2-13 who becomes primary ends the others’ being so', async () => {
    const id = await user({ emails: [{ ...WORK, primary: true }, HOME] });
    const third = { value: 'c@d', type: 'other', primary: true };
    for (const operation of [
      { op: 'add', path: 'emails', value: [third] },
      { op: 'replace', path: 'emails[type eq "work"].primary', value: true },
      { op: 'add', value: { emails: [{ ...HOME, primary: true }] } },
    ]) {
      const emails = (await after200(id, operation)).at('emails');
      assert.ok(Array.isArray(emails));
      assert.equal(emails.filter(({ primary }) => primary === true).length, 1);
    }
    assert.equal((await scim.get(`/Users/${id}`)).at('emails', 1, 'primary'), true);
  });

  test('7644-3.5.2-14 all operations are done or none', async () => {
    const id = await user({ emails: [WORK], title: 'Same' });
    const group = await scim.addGroup({
      members: [{ value: id }],
      'urn:example:params:scim:schemas:extension:Unit': { costCentre: 'K' },
    });
    const path = `/Groups/${idOf(group)}`;
    const other = await user();
    await refused(id, { op: 'replace', path: 'userName', value: null }, 'invalidValue');
    const bad = await patch(
      scim,
      path,
      { op: 'add', path: 'members', value: [{ value: other }] },
      { op: 'remove', path: `members[value eq "${id}"]` },
      { op: 'replace', path: 'displayName', value: '' },
    );
    assert.equal(bad.status, 400);
    assert.deepEqual((await scim.get(path)).body, group.body);
    assert.equal(etagOf(await scim.get(path)), etagOf(group));
  });
});
