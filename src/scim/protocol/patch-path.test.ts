import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { printFilter } from './filter-printer.ts';
import { parsePatchPath } from './patch-path.ts';
import { groupType, userType } from './registry.ts';
import { ScimError } from './scim-error.ts';

/** Returns the parts of a path: attribute, filter and sub-attribute. */
function parts(text: string, type = userType): readonly unknown[] {
  const path = parsePatchPath(type, text);
  if (path.kind === 'extension') return ['extension', path.extension.schema];
  if (path.kind !== 'attribute') return [path.kind];
  const { attribute, selection, sub } = path;
  return [attribute.key, selection && printFilter(selection.syntax), sub?.name];
}

const refused = (text: string, scimType: string) =>
  assert.throws(
    () => parsePatchPath(userType, text),
    (error) => {
      assert.ok(error instanceof ScimError, String(error));
      assert.deepEqual([error.status, error.scimType], [400, scimType], text.slice(0, 50));
      assert.ok(error.detail.length < 300);
      return true;
    },
  );

test('each of the four forms, with and without a URN, for core and extension', () => {
  const manager = `${ENTERPRISE_USER}:manager`;
  for (const prefix of ['', `${CORE_USER}:`]) {
    assert.deepEqual(parts(`${prefix}title`), ['title', undefined, undefined]);
    assert.deepEqual(parts(`${prefix}name.givenName`), ['name', undefined, 'givenName']);
    assert.deepEqual(parts(`${prefix}emails[type eq "work"]`), [
      'emails',
      'type eq "work"',
      undefined,
    ]);
    assert.deepEqual(parts(`${prefix}emails[type eq "work"].value`), [
      'emails',
      'type eq "work"',
      'value',
    ]);
  }
  assert.deepEqual(parts(manager), [manager, undefined, undefined]);
  assert.deepEqual(parts(`${manager}.value`), [manager, undefined, 'value']);
  assert.deepEqual(parts(`${manager}[value eq "5"]`), [manager, 'value eq "5"', undefined]);
  assert.deepEqual(parts(`${manager}[value eq "5"].$ref`), [manager, 'value eq "5"', '$ref']);
  assert.deepEqual(parts(ENTERPRISE_USER), ['extension', ENTERPRISE_USER]);
  assert.deepEqual(parts(CORE_USER), ['resource']);
});

test('names, URNs and operators are taken in any letter case (Entra: emails[type eq "other"].Value)', () => {
  assert.deepEqual(parts('EMAILS[Type EQ "other"].VALUE'), ['emails', 'Type eq "other"', 'value']);
  assert.deepEqual(parts(`${ENTERPRISE_USER.toUpperCase()}:DEPARTMENT`), [
    `${ENTERPRISE_USER}:department`,
    undefined,
    undefined,
  ]);
  assert.deepEqual(parts(ENTERPRISE_USER.toLowerCase()), ['extension', ENTERPRISE_USER]);
});

test('Entra: an extension attribute by its bare name', () => {
  assert.equal(parts('manager')[0], `${ENTERPRISE_USER}:manager`);
  assert.equal(parts('department')[0], `${ENTERPRISE_USER}:department`);
});

test('a filter holds whatever a filter may hold, brackets in strings included', () => {
  assert.deepEqual(parts('emails[value eq "a]b[c"].display'), [
    'emails',
    'value eq "a]b[c"',
    'display',
  ]);
  const all = 'emails[not (type eq "work") and (value co "a" or display pr)]';
  assert.equal(parts(all)[1], 'not (type eq "work") and (value co "a" or display pr)');
  assert.equal(parts('members[value eq"2819"]', groupType)[1], 'value eq "2819"');
  assert.equal(parts('roles[primary eq "True"].value')[1], 'primary eq "True"');
  assert.equal(parts('name[familyName eq "x"].givenName')[0], 'name');
});

test('what is well-formed and names nothing here is unknown, and not an error', () => {
  for (const text of [
    'favouriteColour',
    'name.nick',
    'a.b',
    'constructor',
    'toString',
    'emails[type eq "work"].label',
    'favourites[type eq "x"].value',
    'urn:example:custom:2.0:User:tag',
    'urn:example:custom:2.0',
    'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0User:department',
    `${ENTERPRISE_USER}:badge`,
    `${CORE_USER}:department`,
    '$ref',
  ]) {
    assert.deepEqual(parts(text), ['unknown'], text);
  }
});

test('what is not a path is invalidPath', () => {
  for (const text of [
    ' ',
    '.',
    '.a',
    'a.',
    'a..b',
    'name[',
    'emails[',
    'emails]',
    'emails][',
    '/emails/0',
    '/title',
    'name.givenName.x',
    'emails[type eq "w"].value.x',
    'emails[type eq "w"]value',
    'emails[type eq "w"].',
    'emails[type eq "w"] .value',
    'emails [type eq "w"]',
    'title[value eq "x"]',
    'name.givenName[value eq "x"]',
    '__proto__',
    '__proto__.x',
    '1st',
    'title x',
    '"title"',
    '(title)',
    `${CORE_USER}:`,
    `${CORE_USER}:a..b`,
    'urn:a b:c',
    'title\0',
    'ti\u0442le',
  ]) {
    refused(text, 'invalidPath');
  }
});

test('a filter that is none, or names what an element does not have, is invalidFilter', () => {
  for (const text of [
    'password[value eq "x"]',
    'emails[]',
    'emails[0]',
    'emails[type]',
    'emails[type zz "w"]',
    'emails[type eq "w]',
    'emails[label eq "x"]',
    'emails[emails[type eq "w"]]',
    'emails[type eq "w"]b[type eq "x"]',
    'emails[(type eq "w"]',
    'favourites[type zz "x"]',
  ]) {
    refused(text, 'invalidFilter');
  }
});

test('10,000 nested parentheses and paths of a megabyte are refused at once', () => {
  const ms = cpuMsOf(() => {
    refused(`emails[${'('.repeat(10_000)}type pr${')'.repeat(10_000)}]`, 'invalidPath');
    refused(`emails[${'('.repeat(3_000)}type pr${')'.repeat(3_000)}]`, 'invalidFilter');
    for (const piece of ['a', '.', ':', '[', ']', 'urn:', 'a.', '\\"', '\ud800']) {
      refused(piece.repeat(1_000_000 / piece.length), 'invalidPath');
      refused(`emails[type eq "${piece.repeat(1_000_000 / piece.length)}"]`, 'invalidPath');
    }
    const many = Array.from({ length: 300 }, () => 'type pr').join(' or ');
    refused(`emails[${many}]`, 'invalidFilter');
  });
  assert.ok(ms < 1_000, `${ms} ms`);
});

test('random text is a path or is refused with a ScimError of 400', () => {
  const piece = fc.constantFrom(
    ...[
      'emails',
      'name',
      '.',
      '[',
      ']',
      'type',
      ' eq ',
      '"',
      'work',
      ':',
      'urn:',
      CORE_USER,
      '(',
      ')',
    ],
    ...['value', '\\', ' and ', ' not ', '$ref', '__proto__', ' ', '0'],
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((it) => it.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (path) => {
      try {
        parsePatchPath(userType, path);
      } catch (error) {
        assert.ok(error instanceof ScimError, String(error));
        assert.ok(error.scimType === 'invalidPath' || error.scimType === 'invalidFilter');
      }
    }),
    { numRuns: 3_000 },
  );
});
