// Checks the rules of ARCHITECTURE.md. The order of the rooms of a domain is in architecture-rooms.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  everything,
  folderOf,
  importsOf,
  neighboursOf,
  none,
  product,
  type SourceText,
} from './support/source-text.ts';

// Imports go down the ranks, never sideways or up. ARCHITECTURE.md shows the same table.
const RANK = new Map(
  Object.entries({
    kernel: 0,
    config: 1,
    db: 1,
    files: 1,
    http: 1,
    jobs: 1,
    mail: 1,
    outbound: 1,
    processes: 1,
    questionnaires: 1,
    recurrence: 1,
    tokens: 1,
    typesetting: 1,
    acme: 2,
    audit: 2,
    backups: 2,
    brand: 2,
    credentials: 2,
    directory: 2,
    documents: 2,
    fonts: 2,
    idempotency: 2,
    keys: 2,
    lists: 2,
    metrics: 2,
    'mail-queue': 2,
    pictures: 2,
    quotas: 2,
    saml: 2,
    search: 2,
    tracing: 2,
    letters: 3,
    oauth: 3,
    pages: 3,
    scim: 3,
    webhooks: 3,
    // From what a template is, up to what is done with many forms.
    'form-basics': 3,
    templates: 3.1,
    'answer-index': 3.2,
    'form-records': 3.3,
    'answer-queries': 3.4,
    attachments: 3.5,
    forms: 3.6,
    'answer-tables': 3.7,
    'shared-lists': 3.7,
    'template-files': 3.7,
    leavers: 3.9,
    assignments: 3.7,
    notices: 3.65,
    calendar: 3.7,
    corrections: 3.8,
    series: 3.8,
    rules: 3.8,
    exports: 3.8,
    push: 3,
    'public-links': 3.8,
    'scheduled-exports': 3.85,
    bulk: 3.9,
    // It deletes the messages of actions on many forms that name an erased one.
    retention: 3.95,
    provisioning: 4,
    'sign-in': 4,
    administration: 5,
    readiness: 6,
    // Between the services and the composition root, of which it is a part in a file of its own.
    'background-jobs': 6.5,
    endpoints: 6.6,
    measurements: 6.5,
    'open-tls': 6.5,
    services: 6,
    app: 7,
    commands: 8,
    cli: 9,
    main: 9,
  }),
);
const FIRST_RANK_WITH_A_FRONT_DOOR = 2;
const MAX_LINES = 400;

// Packages that only one folder may import, because it wraps them for all others.
const FENCES: ReadonlyMap<string, RegExp> = new Map([
  ['@libpdf/core', /^src\/documents\/pdf\.ts$/],
  ['hucre', /^src\/template-files\//],
  ['jose', /^src\/tokens\//],
  ['kysely', /^src\/(db|commands|scim\/filter|scim\/list)\/|(\.store|-listing)\.ts$/],
  ['@prometheus-io/client', /^src\/metrics\//],
  ['better-sqlite3', /^src\/(db|commands)\//],
  ['nodemailer', /^src\/mail\//],
  ['pg', /^src\/(db|commands)\//],
  ['sharp', /^src\/pictures\//],
  ['@xmldom/xmldom', /^src\/saml\//],
  ['xml-crypto', /^src\/saml\//],
  ['survey-core', /^src\/questionnaires\/engine\//],
]);

const SUPPRESSION = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore/g;
const NAME = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

const rankOf = (folder: string): number => RANK.get(folder) ?? Number.NaN;
function houseFault(path: string, specifier: string): string | undefined {
  if (specifier.includes('..')) return 'write #folder/file.ts to leave a folder, never ../';
  if (path.startsWith('src/scim/protocol/')) return protocolFault(specifier);
  if (!specifier.startsWith('#')) return fenceFault(path, specifier);
  const from = folderOf(path);
  const to = folderOf(specifier);
  if (to === from) return undefined;
  if (!(rankOf(to) < rankOf(from))) return `${from} must not import ${to}: imports point down`;
  const isFolder = specifier.includes('/');
  if (
    isFolder &&
    rankOf(to) >= FIRST_RANK_WITH_A_FRONT_DOOR &&
    !/^#[^/]+\/index\.ts$/.test(specifier)
  )
    return `enter ${to} by its index.ts`;
  return undefined;
}

function protocolFault(specifier: string): string | undefined {
  if (specifier.startsWith('./') || specifier.startsWith('#scim/protocol/')) return undefined;
  return 'scim/protocol is pure and imports nothing outside itself';
}

function fenceFault(path: string, specifier: string): string | undefined {
  const [scope = '', name = ''] = specifier.split('/');
  const allowed = FENCES.get(scope.startsWith('@') ? `${scope}/${name}` : scope);
  if (allowed === undefined || allowed.test(path)) return undefined;
  return `only ${allowed.source} may import ${specifier}`;
}

test('imports point down the ranks, enter a domain by its index.ts, and respect the fences', () => {
  const faults = product.flatMap(({ path, text }) =>
    importsOf(text).flatMap((specifier) => {
      const why = houseFault(path, specifier);
      return why === undefined ? [] : [`${path} -> ${specifier}: ${why}`];
    }),
  );
  none(faults);
});

// Tables that several folders write, with the reason for each.
const SHARED_TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  // One row per account: each folder writes its own columns.
  [
    'accounts',
    ['administration', 'directory', 'provisioning', 'public-links', 'quotas', 'sign-in'],
  ],
  // A form or a template that is deleted for good leaves nothing that could still be fetched or applied.
  ['export_jobs', ['exports', 'retention']],
  // A form comes back from a backup with its rows as they were.
  ['attachments', ['attachments', 'commands']],
  ['form_corrections', ['commands', 'form-records']],
  ['form_events', ['commands', 'form-records']],
  ['forms', ['commands', 'form-records', 'retention']],
  ['review_panels', ['commands', 'form-records']],
  ['retention_rules', ['retention', 'templates']],
  // The rules of a template that was never published are deleted with it.
  ['rules', ['rules', 'templates']],
  ['rule_targets', ['rules', 'templates']],
  // Publishing a version that changes what is searched asks for the index to be filled again.
  ['search_refills', ['answer-index', 'templates']],
  // A form moves the date at which its template was last used.
  ['templates', ['form-records', 'templates']],
  // A move to another master key holds a lease that no job requests.
  ['leases', ['db', 'keys']],
  // A user who is deleted, demoted or promoted loses all access in that transaction.
  ['credentials', ['credentials', 'directory']],
  ['passkeys', ['directory', 'sign-in']],
  // A link ends with the credential that wrote the address to which it was sent.
  ['password_requests', ['credentials', 'directory', 'sign-in']],
  ['second_factors', ['directory', 'sign-in']],
  // The address of a calendar ends with the access of its person.
  ['calendar_addresses', ['calendar', 'directory']],
  ['sign_in_links', ['credentials', 'directory', 'sign-in']],
  // A session ends with its origin: a credential, or passwords when single sign-on becomes the only way to sign in.
  ['sessions', ['administration', 'credentials', 'directory', 'sign-in']],
  // A password is deleted when single sign-on becomes the only way to sign in, and is set by a link.
  ['users', ['administration', 'directory', 'sign-in']],
]);

const WRITES = /\b(?:insertInto|updateTable|deleteFrom)\(\s*'([a-z_]+)/g;

function ownerFaults(files: readonly SourceText[]): readonly string[] {
  const owners = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const [, table = ''] of text.matchAll(WRITES)) {
      owners.set(table, (owners.get(table) ?? new Set()).add(folderOf(path)));
    }
  }
  return [...owners].flatMap(([table, folders]) => {
    const found = [...folders].sort();
    const allowed = SHARED_TABLES.get(table) ?? found.slice(0, 1);
    return found.join() === allowed.join() ? [] : [`${table} is written by ${found.join(', ')}`];
  });
}

test('a table is written by one folder, or is listed with those that write it', () => {
  none(ownerFaults(product.filter(({ path }) => !path.includes('/migrations/'))));
  const planted = ['forms', 'letters'].map((folder) => ({
    path: `src/${folder}/planted.store.ts`,
    text: "tx.insertInto('waiting_news')",
  }));
  assert.deepEqual(ownerFaults(planted), ['waiting_news is written by forms, letters']);
});

// Commands are named as they are typed, and sections of the settings after what they set.
const NAMED_OTHERWISE = /^src\/(?:commands|config)\/|\/index\.ts$/;

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns all files that a file needs, directly or indirectly. */
function reachedFrom(
  neighbours: ReadonlyMap<string, readonly string[]>,
  path: string,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const ahead = [path];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const more = (neighbours.get(next) ?? []).filter((each) => !seen.has(each));
    for (const each of more) seen.add(each);
    ahead.push(...more);
  }
  return seen;
}

// The protocols are domains of their own, and `http` serves all of them.
const WITHOUT_ROOMS = /^src\/(?:commands|http|oauth|scim)\//;
// What a domain hands out, and the types that the pages share with it.
const DOORS = /\/(?:index|app-types)\.ts$/;
const STATEMENT = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
const WITH_SQL = /\.store\.ts$|-listing\.ts$|^src\/(?:commands|db)\//;

/** Returns `app` or `v2` for a file in a room of that interface. */
const roomOf = (path: string): string | undefined =>
  path.split('/').find((part) => part === 'app' || part === 'v2');

function roomFaults(file: SourceText): readonly string[] {
  const { path, text } = file;
  const faults =
    WITH_SQL.test(path) || !STATEMENT.test(text) ? [] : [`${path}: SQL outside a store`];
  if (WITHOUT_ROOMS.test(path)) return faults;
  const room = roomOf(path);
  for (const [, served = ''] of text.matchAll(/\bpath: ['`]\/(app|v2)\//g)) {
    if (served !== room)
      faults.push(`${path}: an endpoint under /${served} lies in a room ${served}`);
  }
  if (DOORS.test(path)) return faults;
  for (const each of neighboursOf(file)) {
    const isInside = folderOf(each) === folderOf(path);
    const entered = roomOf(each);
    if (isInside && entered !== undefined && entered !== room)
      faults.push(`${path} -> ${each}: what two rooms share lies outside both`);
  }
  return faults;
}

test('endpoints lie in the room of their interface, SQL in stores, and rooms import no other room', () => {
  none(product.flatMap(roomFaults));
  const planted = [
    { path: 'src/forms/get-form.ts', text: "endpoint({ path: '/v2/formz/:id' })" },
    { path: 'src/forms/app/get-form.ts', text: "endpoint({ path: '/v2/formz/:id' })" },
    { path: 'src/forms/v2/get-form.ts', text: "import { toItem } from '#forms/app/item.ts';" },
    { path: 'src/forms/create-form.ts', text: "import { toItem } from './app/item.ts';" },
    { path: 'src/forms/create-form.ts', text: "await tx.insertInto('forms').execute();" },
  ];
  assert.deepEqual(
    planted.map((file) => roomFaults(file).length),
    [1, 1, 1, 1, 1],
  );
});

function sameNameFaults(files: readonly SourceText[]): readonly string[] {
  const neighbours = new Map(files.map((file) => [file.path, neighboursOf(file)]));
  return files.flatMap(({ path }) =>
    [...reachedFrom(neighbours, path)]
      .filter((each) => each !== path && fileOf(each) === fileOf(path))
      .filter((each) => ![path, each].some((one) => NAMED_OTHERWISE.test(one)))
      .map((each) => `${path} leads to ${each}: two files of one name on one path`),
  );
}

test('no two files on one path have one name', () => {
  none(sameNameFaults(product));
  const planted = [
    { path: 'src/scim/users/remove-user.ts', text: "import { leave } from './leave.ts';" },
    {
      path: 'src/scim/users/leave.ts',
      text: "import { r } from '#directory/users/remove-user.ts';",
    },
    { path: 'src/directory/users/remove-user.ts', text: '' },
  ];
  assert.equal(sameNameFaults(planted).length, 1);
});

/** Finds files that import themselves indirectly. */
function circleFaults(files: readonly SourceText[]): readonly string[] {
  const neighbours = new Map(files.map((file) => [file.path, neighboursOf(file)]));
  return files.flatMap(({ path }) => {
    const isBack = reachedFrom(neighbours, path).has(path);
    return isBack ? [`${path} leads back to itself`] : [];
  });
}

test('imports go in no circle, those of types neither', () => {
  none(circleFaults(product));
  const planted = [
    { path: 'src/oauth/a.ts', text: "import type { B } from './b.ts';" },
    { path: 'src/oauth/b.ts', text: "import { a } from '#oauth/a.ts';" },
    { path: 'src/oauth/c.ts', text: "import { a } from '#oauth/a.ts';" },
  ];
  assert.equal(circleFaults(planted).length, 2);
});

test('every folder and file directly under src/ has a rank', () => {
  const names = new Set(product.map(({ path }) => folderOf(path)));
  none([...names].filter((name) => !RANK.has(name)));
});

test('a domain opens by saying what it owns', () => {
  const silent = product.filter(
    ({ path, text }) => /^src\/[^/]+\/index\.ts$/.test(path) && !/^\/[/*]/.test(text),
  );
  none(silent.map(({ path }) => path));
});

test('no file is longer than 400 lines', () => {
  const long = everything.filter(({ text }) => text.split('\n').length - 1 > MAX_LINES);
  none(long.map(({ path }) => path));
});

test('nothing is exported by default', () => {
  const faults = everything.filter(({ text }) =>
    /^export (?:default\b|\{[^}]*\bas default\b)/m.test(text),
  );
  none(faults.map(({ path }) => path));
});

test('no check is silenced outside src/db', () => {
  const faults = product
    .filter(({ path }) => !path.startsWith('src/db/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(SUPPRESSION)].map(([word]) => `${path}: ${word}`),
    );
  none(faults);
});

test('what tests set up is set up inside a suite: their files share a process', () => {
  const faults = everything.filter(
    ({ path, text }) =>
      path.endsWith('.test.ts') && /^(?:before|beforeEach|afterEach)\(/m.test(text),
  );
  none(faults.map(({ path }) => path));
});

test('files and folders are named in kebab-case', () => {
  const paths = everything.map(({ path }) => path).concat(globSync('docs/**/*.{md,json}'));
  const odd = paths.filter(
    (path) => !path.split(/[/\\]/).every((part) => NAME.test(part) || part === 'README.md'),
  );
  none(odd);
});

test('ARCHITECTURE.md lists exactly the folders that exist', () => {
  const table = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(
    /^\| ([\d.]+) +\| `([a-z-]+)` +\|/gm,
  );
  const listed = new Map([...table].map(([, rank, name = '']) => [name, Number(rank)]));
  const inFolders = product.filter(({ path }) => path.split('/').length > 2);
  const folders = new Set(inFolders.map(({ path }) => folderOf(path)));
  none([
    ...[...folders].filter((name) => !listed.has(name)).map((name) => `${name} has no row`),
    ...[...listed.keys()].filter((name) => !folders.has(name)).map((name) => `no folder ${name}`),
    ...[...listed]
      .filter(([name, rank]) => rankOf(name) !== rank)
      .map(([name]) => `rank of ${name}`),
  ]);
});
