import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObject, member } from '#kernel/json.ts';
import { builtIn, type ResolvedAttribute, userType } from '#scim/protocol/index.ts';
import { CASE_EXACT_PATHS } from './folding.ts';
import { indexUser, USER_COLUMNS } from './index-user.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CUSTOM = 'urn:example:custom:1.0:User';

test('text is folded but where case counts, and each thing is stored in one place', () => {
  const { columns, values } = indexUser({
    userName: 'Ann@X',
    externalId: 'Ext',
    displayName: 'ANN',
    active: true,
    title: 'Tour GUIDE',
    profileUrl: 'https://X/Ann',
    name: { givenName: 'ANN' },
    photos: [{ value: 'https://X/P' }],
    x509Certificates: [{ value: 'MIIA', display: 'CERT' }],
    [ENTERPRISE]: { department: 'R&D', manager: { value: 'boss' } },
    [CUSTOM]: { level: 7, badges: [{ value: 'Gold' }] },
  });
  assert.deepEqual(
    [columns.user_name, columns.user_name_key, columns.external_id, columns.manager_id],
    ['Ann@X', 'ann@x', 'Ext', 'boss'],
  );
  assert.deepEqual(JSON.parse(columns.folded), {
    title: 'tour guide',
    profileUrl: 'https://X/Ann',
    name: { givenName: 'ann' },
    [ENTERPRISE]: { department: 'r&d' },
    [CUSTOM]: { level: 7 },
  });
  assert.deepEqual(JSON.parse(columns.attributes)[ENTERPRISE], { department: 'R&D' });
  assert.deepEqual(
    values.map(({ attribute, value_key, folded }) => [attribute, value_key, JSON.parse(folded)]),
    [
      ['photos', null, { value: 'https://X/P' }],
      ['x509Certificates', null, { value: 'MIIA', display: 'cert' }],
      [`${CUSTOM}:badges`, null, { value: 'gold' }],
    ],
  );
  for (const path of USER_COLUMNS.keys()) assert.ok(!(path in JSON.parse(columns.folded)));
});

test('an extension that held a manager only leaves nothing behind', () => {
  const { columns } = indexUser({ userName: 'a', [ENTERPRISE]: { manager: { value: 'b' } } });
  assert.deepEqual(JSON.parse(columns.attributes), { userName: 'a' });
  const none = indexUser({ userName: 'a', [ENTERPRISE]: { manager: { displayName: 'x' } } });
  assert.deepEqual([none.columns.manager_id, none.columns.attributes], [null, '{"userName":"a"}']);
});

test('a name that objects inherit is an ordinary name', () => {
  const attributes = JSON.parse('{"userName":"a","__proto__":"X","constructor":{"toString":"Y"}}');
  const folded: unknown = JSON.parse(indexUser(attributes).columns.folded);
  assert.ok(isObject(folded));
  assert.equal(member(folded, '__proto__'), 'x');
  assert.deepEqual(member(folded, 'constructor'), { toString: 'y' });
});

test('text compares by case exactly where the SCIM schemas say so', () => {
  const leaves = (attributes: readonly ResolvedAttribute[]): readonly ResolvedAttribute[] =>
    attributes.flatMap((each) =>
      each.subAttributes.length > 0 ? leaves(each.subAttributes) : each,
    );
  // Stored attributes do not include columns, derived data and the schemas themselves.
  const core = userType.attributes.filter(
    ({ key }) => !['id', 'schemas', 'meta', 'groups'].includes(key),
  );
  const enterprise = builtIn.schemas.find(({ id }) => id === ENTERPRISE)?.attributes ?? [];
  const extension = enterprise.flatMap(({ name }) => userType.find(`${ENTERPRISE}:${name}`) ?? []);
  assert.equal(extension.length, 6);
  const exact = leaves([...core, ...extension])
    .filter(({ type }) => ['string', 'reference', 'binary'].includes(type))
    .flatMap(({ key, caseExact }) => (caseExact ? key : []));
  assert.deepEqual(exact.sort(), [...CASE_EXACT_PATHS].sort());
});
