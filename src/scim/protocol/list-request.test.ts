import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import {
  parseListRequest,
  parseRootListRequest,
  type Query,
  ScimError,
  searchQuery,
} from './index.ts';
import { groupType, userType } from './registry.ts';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const TYPES = [userType, groupType];

const sorted = (sortBy: string, sortOrder?: string) => {
  const { sort } = parseListRequest({ sortBy, ...(sortOrder && { sortOrder }) }, userType);
  return sort && [sort.attribute.key, sort.order];
};
const paging = (query: Query) => parseListRequest(query, userType).paging;

const refused = (run: () => unknown, scimType: string, detail: RegExp) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.deepEqual([error.status, error.scimType], [400, scimType], error.detail);
    assert.match(error.detail, detail);
    return true;
  });

test('a list is sorted by an attribute in any spelling, ascending unless it says otherwise', () => {
  assert.deepEqual(sorted('userName'), ['userName', 'ascending']);
  assert.deepEqual(sorted('NAME.familyname', 'DESCENDING'), ['name.familyName', 'descending']);
  assert.deepEqual(sorted(`${CORE_USER}:meta.created`), ['meta.created', 'ascending']);
  assert.deepEqual(sorted(`${ENTERPRISE_USER}:department`), [
    `${ENTERPRISE_USER}:department`,
    'ascending',
  ]);
  assert.deepEqual(sorted('emails.type'), ['emails.type', 'ascending']);
  assert.deepEqual(sorted(''), undefined);
  assert.equal(parseListRequest({ sortOrder: 'descending' }, userType).sort, undefined);
});

test('a complex attribute is sorted by its value, and refused when it has none', () => {
  assert.deepEqual(sorted('emails'), ['emails.value', 'ascending']);
  assert.deepEqual(sorted('manager'), [`${ENTERPRISE_USER}:manager.value`, 'ascending']);
  refused(() => sorted('name'), 'invalidValue', /sort by one of name\.formatted/);
  refused(() => sorted('addresses'), 'invalidValue', /addresses\.formatted/);
});

test('an unknown attribute, a password and another order are refused', () => {
  for (const name of [
    'nothing',
    'name.nick',
    '__proto__',
    'constructor',
    'emails[type eq "work"].value',
  ]) {
    refused(() => sorted(name), 'invalidValue', /User has no attribute/);
  }
  refused(() => sorted('password'), 'invalidFilter', /cannot be sorted by password/);
  refused(() => sorted('userName', 'up'), 'invalidValue', /"ascending" or "descending"/);
  refused(
    () => parseListRequest({ sortBy: ['a', 'b'] }, userType),
    'invalidValue',
    /more than once/,
  );
});

test('pages go by index unless there is a cursor, also an empty one', () => {
  assert.deepEqual(paging({}), { method: 'index', startIndex: 1, count: 100 });
  assert.deepEqual(paging({ startIndex: '0', count: '-1' }), {
    method: 'index',
    startIndex: 1,
    count: 0,
  });
  assert.deepEqual(paging({ startIndex: '5', count: '5000' }), {
    method: 'index',
    startIndex: 5,
    count: 1_000,
  });
  const first = { method: 'cursor', cursor: undefined };
  assert.deepEqual(paging({ cursor: '' }), { ...first, count: 100, countGiven: false });
  assert.deepEqual(paging({ cursor: '', count: '2' }), { ...first, count: 2, countGiven: true });
  assert.deepEqual(paging({ cursor: '', count: '-1' }), { ...first, count: 0, countGiven: true });
  assert.deepEqual(paging({ cursor: 'abc', count: '9999' }), {
    method: 'cursor',
    cursor: 'abc',
    count: 1_000,
    countGiven: true,
  });
  assert.equal(paging({ cursor: undefined }).method, 'index');
});

test('a cursor with startIndex, and counts that are none, are refused as their method says', () => {
  refused(
    () => paging({ cursor: '', startIndex: '1' }),
    'invalidValue',
    /together with startIndex/,
  );
  refused(() => paging({ cursor: '', count: 'x' }), 'invalidCount', /count: is not an integer/);
  refused(() => paging({ count: 'x' }), 'invalidValue', /count: is not an integer/);
  refused(() => paging({ startIndex: '1.5' }), 'invalidValue', /startIndex/);
  refused(() => paging({ cursor: ['a', 'b'] }), 'invalidValue', /more than once/);
});

test('what has to stay the same during a walk is handed on as it was written', () => {
  const query = {
    filter: 'USERNAME sw "a"',
    sortBy: 'UserName',
    sortOrder: 'Descending',
    attributes: 'id',
  };
  assert.deepEqual(parseListRequest(query, userType).order, {
    filter: 'USERNAME sw "a"',
    sortBy: 'UserName',
    sortOrder: 'descending',
  });
});

test('a search says in a body what a query says in a URL', () => {
  const query = searchQuery({
    schemas: [SEARCH],
    attributes: ['userName', 'name.givenName'],
    excludedAttributes: [],
    FILTER: 'userName sw "a"',
    sortBy: 'userName',
    sortOrder: 'descending',
    startIndex: 1,
    count: 10,
    other: {},
  });
  const get = {
    attributes: 'userName,name.givenName',
    filter: 'userName sw "a"',
    sortBy: 'userName',
    sortOrder: 'descending',
    startIndex: '1',
    count: '10',
  };
  assert.deepEqual(parseListRequest(query, userType), parseListRequest(get, userType));
  const empty = searchQuery({
    schemas: [SEARCH.toUpperCase()],
    filter: null,
    count: null,
    cursor: '',
  });
  assert.deepEqual(empty, { cursor: '' });
  assert.deepEqual(searchQuery({ schemas: [SEARCH], attributes: 'id,userName', count: '5' }), {
    attributes: ['id,userName'],
    count: '5',
  });
});

test('a body that is no SearchRequest is refused', () => {
  for (const body of [null, [], 'x']) {
    refused(() => searchQuery(body), 'invalidSyntax', /SearchRequest/);
  }
  refused(() => searchQuery({ schemas: ['urn:x'] }), 'invalidValue', /SearchRequest/);
  refused(() => searchQuery({ schemas: [5] }), 'invalidValue', /schemas: /);
  for (const schemas of [undefined, [], SEARCH]) assert.deepEqual(searchQuery({ schemas }), {});
  const search = (more: object) => () => searchQuery({ schemas: [SEARCH], ...more });
  refused(search({ attributes: [5] }), 'invalidSyntax', /attributes is an array/);
  refused(search({ attributes: {} }), 'invalidSyntax', /attributes is an object/);
  refused(search({ filter: 5 }), 'invalidSyntax', /filter is a number, but must be a string/);
  refused(search({ count: true }), 'invalidSyntax', /count is a boolean, but must be an integer/);
  refused(search({ sortBy: ['a'] }), 'invalidSyntax', /sortBy/);
  refused(search({ cursor: 5 }), 'invalidSyntax', /cursor/);
  refused(() => parseListRequest(search({ count: 1.5 })(), userType), 'invalidValue', /count/);
  refused(() => parseListRequest(search({ filter: '' })(), userType), 'invalidFilter', /./);
});

const parts = (query: Query) =>
  parseRootListRequest(query, TYPES).parts.map(({ type, filter, sortBy }) => [
    type.name,
    filter?.kind,
    sortBy?.key,
  ]);

test('a query on the base URL has a part for each type that its filter leaves room for', () => {
  assert.deepEqual(parts({}), [
    ['User', undefined, undefined],
    ['Group', undefined, undefined],
  ]);
  assert.deepEqual(parts({ filter: 'displayName pr', sortBy: 'displayName' }), [
    ['User', 'present', 'displayName'],
    ['Group', 'present', 'displayName'],
  ]);
  for (const filter of [
    'meta.resourceType eq "Group"',
    'meta.resourceType eq Group',
    'META.resourceType ne "User"',
    'meta[resourceType eq "Group"]',
    'meta.resourceType sw "G"',
    'not (meta.resourceType eq "User")',
    'meta.resourceType eq "Group" and (userName ne "x" or userName pr)',
  ]) {
    assert.deepEqual(parts({ filter }), [['Group', undefined, undefined]], filter);
  }
});

test('an attribute that a type lacks has no value there', () => {
  assert.deepEqual(parts({ filter: 'userName pr' }), [['User', 'present', undefined]]);
  assert.deepEqual(parts({ filter: 'userName eq "x" or displayName eq "y"' }), [
    ['User', 'or', undefined],
    ['Group', 'compare', undefined],
  ]);
  assert.deepEqual(parts({ filter: 'userName ne "x"' }), [
    ['User', 'compare', undefined],
    ['Group', undefined, undefined],
  ]);
  for (const filter of [
    'emails.type ne "work"',
    'emails[type eq "work"]',
    'userName ne null',
    'active eq false',
  ]) {
    assert.deepEqual(
      parts({ filter }).map(([name]) => name),
      ['User'],
      filter,
    );
  }
  for (const filter of ['not (userName pr)', 'userName eq null']) {
    assert.deepEqual(parts({ filter }), [
      ['User', 'not', undefined],
      ['Group', undefined, undefined],
    ]);
  }
  assert.deepEqual(parts({ filter: 'members eq "x"' }), [['Group', 'compare', undefined]]);
  assert.deepEqual(parts({ sortBy: 'userName' })[1], ['Group', undefined, undefined]);
});

test('a name that no type has is refused, and so is what is wrong for the type that has it', () => {
  refused(() => parts({ filter: 'nothing pr' }), 'invalidFilter', /no attribute "nothing"/);
  refused(
    () => parts({ filter: 'password eq "x"' }),
    'invalidFilter',
    /Filters cannot use password/,
  );
  refused(() => parts({ filter: 'emails[nothing pr]' }), 'invalidFilter', /./);
  refused(() => parts({ filter: '' }), 'invalidFilter', /./);
  refused(() => parts({ sortBy: 'nothing' }), 'invalidValue', /User and Group has no attribute/);
  refused(() => parts({ sortBy: 'password' }), 'invalidFilter', /cannot be sorted/);
});

test('whatever query comes, it is read or refused with a ScimError of 400', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '',
      'userName',
      'emails',
      'descending',
      '5',
      '-1',
      'userName eq "x"',
      '__proto__',
    ),
    fc.array(fc.string(), { maxLength: 2 }),
    fc.jsonValue(),
  );
  const name = fc.constantFrom(
    ...['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'cursor', 'attributes', 'schemas'],
    ...['excludedAttributes', '__proto__'],
  );
  fc.assert(
    fc.property(fc.dictionary(name, value), (query) => {
      for (const run of [
        () => parseListRequest(query, userType),
        () => parseRootListRequest(query, TYPES),
        () => parseListRequest(searchQuery({ ...query, schemas: [SEARCH] }), groupType),
      ]) {
        try {
          run();
        } catch (error) {
          assert.ok(error instanceof ScimError, String(error));
          assert.equal(error.status, 400);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});
