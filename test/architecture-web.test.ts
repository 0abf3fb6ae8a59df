// Checks the order of web/src, which web/src/README.md shows. Tests beside the code are exempt. The order of src is in
// architecture.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importsOf, none, type SourceText } from './support/source-text.ts';

/** Folders and files directly under web/src. Imports go down the ranks, never sideways or up. */
const RANK: ReadonlyMap<string, number> = new Map(
  Object.entries({
    locales: 0,
    texts: 1,
    builder: 2,
    guides: 2,
    api: 3,
    gallery: 3,
    components: 4,
    identity: 5,
    lists: 5,
    offline: 6,
    files: 7,
    kinds: 8,
    survey: 9,
    fill: 10,
    shell: 11,
    front: 12,
    'form-lists': 13,
    people: 13,
    templates: 13,
    views: 13,
    conditions: 14,
    exports: 14,
    charts: 15,
    pages: 16,
    router: 17,
    'app.tsx': 18,
    'start-front.tsx': 19,
    'main.tsx': 20,
    'service-worker': 20,
  }),
);

/**
 * Folders whose rooms have an order of their own, from top to bottom: a folder, a file that is named, or `.` for the
 * files directly in it that are not.
 */
const ROOMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['guides', ['sign-in', '.']],
  ['locales', ['english.ts', 'areas.ts', 'de', 'en', '.']],
  ['shell', ['shell.tsx', 'search-everywhere.tsx', 'palette', '.']],
  ['pages/answers', ['.', 'grid', 'correct']],
  ['pages/help', ['.', 'api-docs']],
  ['pages/provisioning', ['.', 'log']],
  ['pages/work', ['import', '.']],
  [
    'pages/template',
    [
      '.',
      'dialogs',
      'tree',
      'settings',
      'rights',
      'public-links',
      'series',
      'rules',
      'translations',
      'preview',
      'properties',
      'conditions',
      'inputs',
      'saving',
      'editing',
    ],
  ],
]);

/** What the pages have of the server's code: pure files, and the types of what is sent. The list may only shrink. */
const OF_SERVER: readonly RegExp[] = [
  /^#kernel\//,
  /^#[a-z-]+\/app-types\.ts$/,
  /^#questionnaires\//,
  /^#brand\/accent\.ts$/,
  /^#public-links\/puzzle-rule\.ts$/,
  /^#form-basics\/(?:is-late|due-groups)\.ts$/,
  /^#lists\/(?:csv-records|list|row-words)\.ts$/,
  /^#outbound\/call-failure\.ts$/,
  /^#quotas\/fill-level\.ts$/,
  /^#search\/words\.ts$/,
  /^#webhooks\/is-delivered\.ts$/,
];

const TOP = 'web/src/';
const sources: readonly SourceText[] = globSync('web/src/**/*.{ts,tsx}', {
  exclude: (path) => path.endsWith('.test.ts'),
}).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
/** Returns what lies directly under web/src, or under a folder below it. */
const partOf = (path: string, below = TOP): string => path.slice(below.length).split('/')[0] ?? '';

/** Returns the files of web/src that a file imports. Styles count: they are of the folder that they lie in. */
function neighboursOf({ path, text }: SourceText): readonly string[] {
  return importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith('#web/')) return [TOP + specifier.slice('#web/'.length)];
    return specifier.startsWith('./') ? [folderOf(path) + specifier.slice(2)] : [];
  });
}

function wordFault({ path }: SourceText, specifier: string): string | undefined {
  if (specifier.startsWith('#web/')) {
    const isBelow = `${TOP}${specifier.slice('#web/'.length)}`.startsWith(folderOf(path));
    return isBelow ? 'write ./ for what lies in the same folder or below it' : undefined;
  }
  if (specifier.includes('..')) return 'write #web/ to leave a folder, never ../';
  if (!specifier.startsWith('#') || OF_SERVER.some((door) => door.test(specifier)))
    return undefined;
  return 'the pages take types of app-types.ts and pure files from the server, nothing else';
}

function rankFault({ path }: SourceText, to: string): string | undefined {
  const [from, into] = [partOf(path), partOf(to)];
  const rank = (part: string): number => RANK.get(part) ?? Number.NaN;
  // Styles of the whole app lie beside the entry.
  if (from === into || /^[a-z]+\.css$/.test(into)) return undefined;
  return rank(into) < rank(from) ? undefined : `${from} must not import ${into}: imports go down`;
}

function pageFault({ path }: SourceText, to: string): string | undefined {
  if (partOf(path) !== 'pages' || partOf(to) !== 'pages') return undefined;
  const [from, into] = [partOf(path, `${TOP}pages/`), partOf(to, `${TOP}pages/`)];
  return from === into ? undefined : `what ${from} and ${into} share lies in a folder below pages`;
}

/** Returns the position of the room with the longest name that holds the file; undefined when no room does. */
function positionOf(path: string, folder: string): number | undefined {
  const name = path.slice(TOP.length + folder.length + 1);
  const rooms = ROOMS.get(folder) ?? [];
  const holds = (room: string): boolean =>
    room === '.' ? !name.includes('/') : name === room || name.startsWith(`${room}/`);
  const [room] = rooms.filter(holds).sort((a, b) => b.length - a.length);
  return room === undefined ? undefined : rooms.indexOf(room);
}

function roomFault({ path }: SourceText, to: string): string | undefined {
  const isIn = (folder: string) => [path, to].every((each) => each.startsWith(`${TOP}${folder}/`));
  const folder = [...ROOMS.keys()].find(isIn);
  if (folder === undefined) return undefined;
  const [from, into] = [positionOf(path, folder), positionOf(to, folder)];
  if (from === undefined || into === undefined) return `${folder} has a room that nobody lists`;
  return into < from ? `imports between the rooms of ${folder} go down its list` : undefined;
}

const faultsOf = (files: readonly SourceText[]): readonly string[] =>
  files.flatMap((file) => {
    const toFiles = neighboursOf(file).flatMap((to) =>
      [rankFault(file, to), pageFault(file, to), roomFault(file, to)].map((why) => [to, why]),
    );
    const words = importsOf(file.text).map((word) => [word, wordFault(file, word)]);
    return [...words, ...toFiles].flatMap(([to, why]) =>
      why === undefined ? [] : [`${file.path} -> ${to}: ${why}`],
    );
  });

test('imports of the pages go down the ranks and rooms, and enter the server by its doors', () => {
  none(faultsOf(sources));
  const planted = (path: string, specifier: string) =>
    faultsOf([{ path: TOP + path, text: `import { x } from '${specifier}';` }]);
  for (const [path, specifier, why] of [
    ['api/forms.ts', '#web/components/dialog.tsx', /api must not import components/],
    ['lists/use-list.ts', '#web/identity/by-passkey.tsx', /lists must not import identity/],
    ['api/forms.ts', '#web/unheard/of.ts', /api must not import unheard/],
    ['pages/users/user-page.tsx', '#web/pages/groups/group-page.tsx', /users and groups share/],
    ['pages/template/inputs/a.tsx', '#web/pages/template/tree/b.tsx', /rooms of pages\/template/],
    ['shell/palette/palette.tsx', '#web/shell/shell.tsx', /rooms of shell/],
    ['api/forms.ts', '../texts/texts.ts', /never \.\.\//],
    ['api/forms.ts', '#web/api/client.ts', /write \.\//],
    ['api/forms.ts', '#forms/index.ts', /pure files from the server/],
    ['api/forms.ts', '#db/app-types/database.ts', /pure files from the server/],
  ] as const) {
    const faults = planted(path, specifier);
    assert.match(faults.join('\n'), why);
    assert.equal(faults.length, 1);
  }
  assert.deepEqual(planted('pages/users/user-page.tsx', './user-form.tsx'), []);
  assert.deepEqual(planted('api/forms.ts', '#forms/app-types.ts'), []);
});

/** Finds files that import themselves indirectly, for types or late. */
function circleFaults(files: readonly SourceText[]): readonly string[] {
  const neighbours = new Map(files.map((file) => [file.path, neighboursOf(file)]));
  return files.flatMap(({ path }) => {
    const seen = new Set<string>();
    const ahead = [path];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const more = (neighbours.get(next) ?? []).filter((each) => !seen.has(each));
      for (const each of more) seen.add(each);
      ahead.push(...more);
    }
    return seen.has(path) ? [`${path} leads back to itself`] : [];
  });
}

test('imports of the pages go in no circle, those of types and late ones neither', () => {
  none(circleFaults(sources));
  const planted = [
    { path: 'web/src/api/a.ts', text: "import type { B } from './b.ts';" },
    { path: 'web/src/api/b.ts', text: "const a = () => import('#web/api/a.ts');" },
    { path: 'web/src/api/c.ts', text: "import { a } from './a.ts';" },
  ];
  assert.equal(circleFaults(planted).length, 2);
});

test('what is ranked, ordered or taken from the server is what there is', () => {
  const parts = new Set(sources.map(({ path }) => partOf(path)));
  const inRooms = [...ROOMS].flatMap(([folder, rooms]) => {
    const held = new Set(
      sources
        .filter(({ path }) => path.startsWith(`${TOP}${folder}/`))
        .map(({ path }) => rooms[positionOf(path, folder) ?? Number.NaN]),
    );
    return rooms.filter((room) => !held.has(room)).map((room) => `no file is in ${folder}/${room}`);
  });
  const taken = sources.flatMap(({ text }) => importsOf(text));
  none([
    ...[...parts].filter((part) => !RANK.has(part) && part !== 'custom-properties.d.ts'),
    ...[...RANK.keys()].filter((name) => !parts.has(name)).map((name) => `there is no ${name}`),
    ...inRooms,
    ...OF_SERVER.filter((door) => !taken.some((each) => door.test(each))).map(String),
  ]);
});

test('web/src/README.md shows the ranks that are held, in at most 40 lines', () => {
  const readme = readFileSync('web/src/README.md', 'utf8');
  const listed = [...readme.matchAll(/^\| (\d+) +\| ([^|]+) \|/gm)].flatMap(([, rank, names]) =>
    [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => `${name} ${rank}`),
  );
  const held = [...RANK].map(([name, rank]) => `${name} ${rank}`);
  assert.deepEqual(listed.toSorted(), held.toSorted());
  assert.ok(readme.trimEnd().split('\n').length <= 40);
});
