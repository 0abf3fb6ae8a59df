// No list of the web app ends before what it lists does. A page that reads a list by itself shows its first items as if they
// were all, and searching them says that the others do not exist. So lists are read through web/src/lists, which reads
// on, and each place that does not says here why its list is whole, or why some items do.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const HELPER = 'web/src/lists/read-on.ts';
const ONE = 'asks whether there is any';

/** The places that read a list without reading on, by their file and the type of the answer. */
const CUTS: ReadonlyMap<string, string> = new Map([
  ['web/src/api/account.ts SsoConnectionList', 'the server sends all of them'],
  ['web/src/api/alerts.ts AlertList', 'the server sends all of them'],
  ['web/src/api/audit.ts AuditPage', ONE],
  ['web/src/api/credentials.ts CredentialList', ONE],
  ['web/src/api/exports.ts DocumentList', 'a template has 20 at most'],
  ['web/src/api/brand.ts FontList', 'an organisation has three at most'],
  ['web/src/api/passkeys.ts PasskeyList', 'the server sends all of them'],
  ['web/src/api/provisioning.ts RoleMappingList', 'the server sends all of them'],
  ['web/src/api/provisioning.ts SeenAttributes', 'the server sends all of them'],
  ['web/src/api/reviews.ts AppFormList', 'asks only how many there are'],
  ['web/src/api/set-up.ts TemplateList', ONE],
  [
    'web/src/api/set-up.ts AppFormList',
    'a step of an organisation that begins: is one of the newest forms a group’s?',
  ],
  ['web/src/api/answers.ts AnswerList', 'asks for the fields of the template, not for its answers'],
  [
    'web/src/api/dashboards.ts DashboardList',
    'the home page leads to a few; all are behind its link to the list',
  ],
  [
    'web/src/kinds/people-source.ts { readonly items: readonly Assignee[] }',
    'the field searches on the server, and says that there are more than it shows',
  ],
  [
    'web/src/pages/template/properties/people-property.tsx { readonly items: readonly Assignee[] }',
    ONE,
  ],
  [
    'web/src/pages/template/conditions/people-of-condition.tsx { readonly items: readonly Assignee[] }',
    ONE,
  ],
  [
    'web/src/offline/list-rows.ts SharedListRows',
    'the field searches on the server, and says that there are more than it shows',
  ],
  ['web/src/shell/palette/use-results.ts UserList', 'leads to the list with the same search'],
  ['web/src/shell/palette/use-results.ts AppFormList', 'leads to the list with the same search'],
  ['web/src/shell/palette/use-results.ts TemplateList', 'leads to the list with the same search'],
  ['web/src/shell/palette/use-results.ts DashboardList', 'leads to the list'],
  ['web/src/api/template-design.ts XlsFormLosses', 'the server sends all of them'],
  ['web/src/pages/exports/use-only-template.ts { readonly items: readonly PickedTemplate[] }', ONE],
  ['web/src/pages/provisioning/names-alike.tsx UserList', ONE],
  ['web/src/pages/provisioning/names-alike.tsx GroupList', ONE],
]);

/** Lists that the server does not send in pages, and why none of them is cut. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['/app/v1/templates/{id}/rights', 'rights above a limit are refused when they are given'],
  ['/app/v1/templates/{id}/series', 'series above a limit are refused when they are created'],
  ['/app/v1/templates/{id}/documents', 'a template has 20 at most'],
  ['/app/v1/forms/{id}/documents', 'a template has 20 at most'],
  ['/app/v1/templates/{id}/rules', 'rules above a limit are refused when they are created'],
  ['/app/v1/rules', 'it says how many there are beside those that it names'],
  [
    '/app/v1/templates/{id}/xlsform/losses',
    'all that the file lacks, at most one for each property',
  ],
  ['/app/v1/account/fonts', 'an organisation has three at most'],
  ['/link/v1/list-rows', 'a search, which never sends more than 20 rows to strangers'],
  ['/app/v1/me/passkeys', 'passkeys above a limit are refused when they are added'],
  ['/app/v1/sso-connections', 'connections above a limit are refused when they are added'],
  ['/app/v1/provisioning/role-mappings', 'mappings above a limit are refused when they are added'],
  ['/app/v1/provisioning/attributes', 'attributes above a limit are counted together'],
  ['/app/v1/alerts', 'one of each kind'],
]);

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}
const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
} = JSON.parse(readFileSync('docs/openapi-app.json', 'utf8'));
const resolved = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref === undefined
    ? schema
    : resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
const isList = (schema: Schema | undefined): boolean =>
  resolved(resolved(schema)?.properties?.['items'])?.type === 'array';

const LIST_NAMES = new Set(
  Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    isList(schema) ? [name] : [],
  ),
);

/** Returns the type of each answer that a file reads as a list, or as an answer of a type that nobody named. */
function listsReadIn(path: string, text: string): readonly string[] {
  const calls = [...text.matchAll(/(?<![\w.])get(?:<((?:[^<>]|<[^<>]*>)*)>)?\(/g)];
  return calls.flatMap(([, type]) => {
    if (type === undefined) return [`${path} (no type)`];
    const name = type.replaceAll(/\s+/g, ' ').trim();
    const isOne = name in document.components.schemas && !LIST_NAMES.has(name);
    const isMany =
      LIST_NAMES.has(name) || /(?:List|Page|Rows|Choices|Attributes)$|\bitems\b/.test(name);
    return isMany && !isOne ? [`${path} ${name}`] : [];
  });
}

const SOURCES = globSync('web/src/**/*.{ts,tsx}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

test('no page reads the first items of a list as if they were all', () => {
  const found = SOURCES.filter(({ path }) => path !== HELPER).flatMap(({ path, text }) =>
    listsReadIn(path, text),
  );
  assert.deepEqual(
    found.filter((each) => !CUTS.has(each)),
    [],
    `read these with useList, SearchSelect or readOn, or say in ${import.meta.filename} why not`,
  );
  assert.deepEqual([...CUTS.keys()].filter((each) => !found.includes(each)).toSorted(), []);
  // The list that began this, and others that could be written.
  for (const planted of [
    'get<TemplateList>(TEMPLATES, { limit: MOST })',
    'await get<{ readonly items: readonly Usable[] }>(TEMPLATES, { usable: true })',
    'get<CredentialList>(CREDENTIALS)',
    'const first = get(USERS, { limit: 100 });',
  ]) {
    assert.equal(listsReadIn('planted.ts', planted).length, 1, planted);
  }
  assert.deepEqual(listsReadIn('planted.ts', 'get<TemplateDetail>(path); device.get(id)'), []);
});

test('a page that reads a list page by page also reads on', () => {
  const readsOn = /<ListView|<MoreButton|loadMore|<AnswerGrid|<FormTable|list=\{list\}|list: List</;
  const found = SOURCES.filter(({ text }) => /\buseList[<(]/.test(text) && !readsOn.test(text));
  assert.deepEqual(
    found.map(({ path }) => path),
    ['web/src/lists/use-list.ts'].filter((path) => found.some((each) => each.path === path)),
  );
});

test('the server sends every list in pages, or all of it', () => {
  const unpaged = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const answer = resolved(get?.responses['200']?.content?.['application/json']?.schema);
    return isList(answer) && answer?.properties?.['next'] === undefined ? [path] : [];
  });
  assert.ok(LIST_NAMES.size > 20);
  assert.deepEqual(unpaged.toSorted(), [...WHOLE.keys()].toSorted());
});
