import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { COMPARE_OPERATORS, type Filter } from './filter-tree.ts';
import { compileFilter, parseFilter, resolveFilter } from './index.ts';
import { groupType, userType } from './registry.ts';
import { ScimError } from './scim-error.ts';

const shape = (filter: Filter): string => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.filters.map(shape).join(` ${filter.kind} `)})`;
    case 'not':
      return `!${shape(filter.filter)}`;
    case 'element':
      return `${filter.attribute.key}[${shape(filter.filter)}]`;
    case 'present':
      return `${filter.attribute.key}?`;
    case 'compare':
      return `${filter.attribute.key} ${filter.operator} ${JSON.stringify(filter.value)}`;
  }
};

const user = (text: string): string => shape(compileFilter(text, userType));
const group = (text: string): string => shape(compileFilter(text, groupType));

const refused = (text: string, detail: RegExp, type = userType) =>
  assert.throws(
    () => compileFilter(text, type),
    (error) => {
      assert.ok(error instanceof ScimError, String(error));
      assert.deepEqual([error.status, error.scimType], [400, 'invalidFilter']);
      assert.match(error.detail, detail);
      return true;
    },
  );

test('text without caseExact is folded, case-exact text is not (scimmy compares all with case)', () => {
  assert.equal(user('userName eq "ANN@X"'), 'userName eq "ann@x"');
  assert.equal(user('displayName co "STRASSE"'), user('displayName co "straße"'));
  assert.equal(user('userName eq "u\u0308"'), user('userName eq "Ü"'));
  assert.equal(user('externalId eq "AbC"'), 'externalId eq "AbC"');
  assert.equal(user('id eq "AbC"'), 'id eq "AbC"');
  assert.equal(group('members.value eq "AbC"'), 'members.value eq "AbC"');
});

test('attributes are found with and without their URN, dotted, in any letter case (product-is#11092)', () => {
  for (const path of ['name.familyName', 'NAME.FamilyNAME', `${CORE_USER}:name.familyname`]) {
    assert.equal(user(`${path} pr`), 'name.familyName?');
  }
  const department = `${ENTERPRISE_USER}:department`;
  assert.equal(user(`${department.toUpperCase()} eq "x"`), `${department} eq "x"`);
  assert.equal(user('department eq "x"'), `${department} eq "x"`);
  assert.equal(user(`${CORE_USER}:externalId eq "x"`), 'externalId eq "x"');
});

test('Entra: a complex attribute named alone is its value', () => {
  const manager = `${ENTERPRISE_USER}:manager.value eq "m"`;
  assert.equal(group('id eq "g" and members eq "u"'), '(id eq "g" and members.value eq "u")');
  assert.equal(user('emails co "x"'), 'emails.value co "x"');
  for (const path of ['manager', `${ENTERPRISE_USER}:manager`, 'manager.value']) {
    assert.equal(user(`id eq "u" and ${path} eq "m"`), `(id eq "u" and ${manager})`);
  }
});

test('a complex attribute without a value needs one of its parts', () => {
  refused('name eq "x"', /compare one of name\.formatted, name\.familyName/);
  refused('addresses eq "x"', /addresses\.formatted/);
  refused('meta eq "x"', /meta\.resourceType/);
  assert.equal(user('name pr'), 'name?');
});

test('inside a value path, names are those of the element', () => {
  assert.equal(
    user('emails[type eq "Work" and value co "@Y"]'),
    'emails[(emails.type eq "work" and emails.value co "@y")]',
  );
  refused('emails[userName eq "x"]', /emails has no attribute "userName"/);
  refused('emails[emails.type eq "x"]', /emails has no attribute/);
  refused('userName[value eq "x"]', /no sub-attributes/);
});

test('a value path on a single value is that value', () => {
  assert.equal(
    user('name[familyName eq "X" and givenName pr]'),
    '(name.familyName eq "x" and name.givenName?)',
  );
});

test('Entra: emails[type eq "work"].value eq, and a quoted Boolean', () => {
  assert.equal(
    user('emails[type eq "work"].value eq "A@B"'),
    'emails[(emails.type eq "work" and emails.value eq "a@b")]',
  );
  assert.equal(
    user('roles[primary eq "True"].value pr'),
    'roles[(roles.primary eq true and roles.value?)]',
  );
  assert.equal(user('active eq "False"'), 'active eq false');
  assert.equal(user('active eq True'), 'active eq true');
});

test('a value is read as its attribute wants it: authentik and Postman leave the quotes out', () => {
  assert.equal(user('userName eq 5 and title eq true'), '(userName eq "5" and title eq "true")');
  assert.equal(
    user('meta.created gt 2026-11-20T12:00:00+02:00'),
    'meta.created gt "2026-11-20T10:00:00.000Z"',
  );
});

test('the same instant in two offsets is the same value', () => {
  const utc = user('meta.lastModified ge "2026-02-28T23:30:00.5Z"');
  assert.equal(user('meta.lastModified ge "2026-03-01T01:00:00.500+01:30"'), utc);
  assert.equal(utc, 'meta.lastModified ge "2026-02-28T23:30:00.500Z"');
});

test('null asks whether there is a value', () => {
  assert.equal(user('title eq null and emails ne null'), '(!title? and emails?)');
  assert.equal(user('title eq "null"'), 'title eq "null"');
  refused('title gt null', /null can only be compared with eq and ne/);
});

test('an operator that does not fit the type is refused', () => {
  for (const operator of ['gt', 'ge', 'lt', 'le', 'co', 'sw', 'ew']) {
    refused(`active ${operator} true`, /does not fit active, which is of type boolean/);
  }
  for (const operator of ['gt', 'ge', 'lt', 'le']) {
    refused(`x509Certificates.value ${operator} "a"`, /of type binary/);
  }
  for (const operator of ['co', 'sw', 'ew']) refused(`meta.created ${operator} "2026"`, /dateTime/);
});

test('a value that does not fit the type is refused', () => {
  refused('active eq "maybe"', /active must be compared with true or false/);
  refused('meta.created gt "x"', /date with a time/);
  refused('meta.created gt "2026-02-30T00:00:00Z"', /date with a time/);
  refused('userName eq "\\u0000"', /U\+0000/);
  refused('userName eq "\\ud800"', /surrogate/);
});

test('a password can not be guessed through a filter, right or wrong', () => {
  for (const filter of [
    'password eq "x"',
    'password pr',
    'not (PASSWORD sw "a")',
    'password eq null',
    `${CORE_USER}:password pr`,
  ]) {
    refused(filter, /Filters cannot use password/);
  }
});

test('an unknown attribute is named', () => {
  refused('nick eq "x"', /User has no attribute "nick"/);
  refused('userName pr', /Group has no attribute "userName"/, groupType);
  for (const path of [
    '__proto__',
    'constructor',
    'emails.constructor',
    'name.__proto__',
    '.',
    'a..b',
    'emails.type.x',
  ]) {
    refused(`${path} pr`, /has no attribute/);
  }
});

test('every attribute that identity providers filter on can be filtered on', () => {
  for (const path of [
    'id',
    'userName',
    'externalId',
    'displayName',
    'emails.value',
    'active',
    'manager',
  ]) {
    assert.ok(user(`${path} eq "true"`));
  }
  for (const path of [
    'id',
    'externalId',
    'displayName',
    'members',
    'members.value',
    'meta.lastModified',
  ]) {
    assert.ok(group(`${path} eq "2026-01-01T00:00:00Z"`));
  }
});

test('a parsed filter can be given its meaning for several types', () => {
  const syntax = parseFilter('displayName eq "A"');
  for (const type of [userType, groupType]) {
    assert.equal(shape(resolveFilter(syntax, type)), 'displayName eq "a"');
  }
});

test('whatever is asked of whatever attribute, the answer is a filter or a ScimError', () => {
  const paths = [userType, groupType].flatMap((type) =>
    [...type.attributes, ...type.extensions.flatMap((it) => it.attributes)].flatMap((attribute) => [
      attribute.key,
      ...attribute.subAttributes.map((sub) => sub.key),
    ]),
  );
  const term = fc
    .tuple(
      fc.constantFrom(...paths),
      fc.constantFrom(...COMPARE_OPERATORS, 'pr'),
      fc.oneof(fc.json(), fc.string()),
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 4 }), (terms) => {
      for (const type of [userType, groupType]) {
        try {
          assert.doesNotMatch(shape(compileFilter(terms.join(' and '), type)), /password/);
        } catch (error) {
          assert.ok(error instanceof ScimError, String(error));
        }
      }
    }),
    { numRuns: 300 },
  );
});
