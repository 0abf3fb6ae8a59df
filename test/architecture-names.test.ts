// One name, one thing: what two files of src export under one name is either one of the conventions below or listed.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { none, product, type SourceText } from './support/source-text.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
// Migrations are never edited, and models that only tests import are no part of the product.
const NOT_NAMED_HERE = /^src\/(?:db\/migrations|scim\/protocol\/testing)\//;

/** Names that several files export. The list may only shrink. */
const ACCEPTED: ReadonlySet<string> = new Set([
  // In forms alone: mostly twins of the two interfaces, of bulk acts and exports, and of the two forms of a definition.
  'AnswerField',
  'Comparison',
  'DefinitionFault',
  'LEASE_MS',
  'LinkSession',
  'MAX_GROUPS',
  'MAX_ROWS',
  'MAX_STALLED',
  'MAX_UNFINISHED',
  'Names',
  'PlainKind',
  'StaticPart',
  'StoredForm',
  'TemplateItem',
  'TemplateRow',
  'TemplateSelection',
  'bytesOf',
  'cellsOf',
  'checkTemplate',
  'choicesOf',
  'countUnfinished',
  'describeForm',
  'faultOfValue',
  'hiddenIn',
  'mayEdit',
  'nameFields',
  'positionIn',
  'questionsOf',
  'restoreForm',
  'selectOwnersWaiting',
  'timeOf',
  // In scim/protocol, which imports nothing of ours, and beside it.
  'Direction',
  'Elements',
  'FilterValue',
  'JsonObject',
  'Member',
  'MemberChange',
  'Selection',
  'SortKey',
  'Token',
  'Writing',
  'fold',
  'inOrder',
  'integer',
  'isObject',
  'isPresent',
  'parseFilter',
  'printFilter',
  'shown',
  'tooMany',
  // In two domains, with one meaning or where neither imports the other.
  'BEGUN',
  'Credential',
  'FoundRow',
  'Group',
  'Header',
  'ImportReport',
  'KEPT_MS',
  'LimitSettings',
  'ListQuery',
  'ListViewer',
  'Named',
  'Page',
  'PageStart',
  'Part',
  'Place',
  'Position',
  'Reading',
  'Room',
  'RowChanges',
  'Run',
  'Scope',
  'Searchable',
  'SeersOf',
  'Segment',
  'Setting',
  'Source',
  'Span',
  'Term',
  'Writer',
  'WrittenRows',
  'checkStoredFiles',
  'openArchive',
  'patchOf',
  'replacementOf',
  'segmentsOf',
  'selectDue',
  'termsOf',
  'textRows',
  'unitOf',
  'within',
]);

const kebab = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/**
 * Tells whether each file is named for what it exports, as endpoints are: the method and the noun, in the domain and the
 * interface that serve it, such as get-user.ts of SCIM, of /v2 and of /app.
 */
const isConvention = (name: string, paths: readonly string[]): boolean =>
  paths.every((path) => basename(path, '.ts') === kebab(name));

function doubleFaults(
  files: readonly SourceText[],
  accepted: ReadonlySet<string>,
): readonly string[] {
  const owners = new Map<string, Set<string>>();
  for (const { path, text } of files.filter((file) => !NOT_NAMED_HERE.test(file.path))) {
    for (const [, name = ''] of text.matchAll(EXPORTED)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(path));
    }
  }
  const doubles = new Map(
    [...owners].filter(([name, paths]) => paths.size > 1 && !isConvention(name, [...paths])),
  );
  return [
    ...[...doubles]
      .filter(([name]) => !accepted.has(name))
      .map(([name, paths]) => `${name} is exported by ${[...paths].join(', ')}`),
    ...[...accepted]
      .filter((name) => !doubles.has(name))
      .map((name) => `${name} is exported once now, so take it off the list`),
  ];
}

test('no two files export one name, except those that are listed', () => {
  none(doubleFaults(product, ACCEPTED));
});

test('a name that a second file exports is found, and so is one that is listed for nothing', () => {
  const planted = [
    { path: 'src/scim/users/get-user.ts', text: 'export const getUser = 1;' },
    { path: 'src/forms/v2/get-user.ts', text: 'export const getUser = 1;' },
    { path: 'src/audit/item.ts', text: 'export interface Item {}\nexport type Once = 1;' },
    { path: 'src/lists/list-item.ts', text: 'export const Item = 1;\nexport type Item = 1;' },
    { path: 'src/lists/hide.ts', text: "export { Once } from './item.ts';" },
  ];
  const double = 'Item is exported by src/audit/item.ts, src/lists/list-item.ts';
  assert.deepEqual(doubleFaults(planted, new Set()), [double]);
  assert.deepEqual(doubleFaults(planted, new Set(['Item', 'Once'])), [
    'Once is exported once now, so take it off the list',
  ]);
});
