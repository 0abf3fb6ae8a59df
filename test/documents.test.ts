// Everything that the documents refer to exists: files, headings, commands and settings.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { ASVS_ITEMS } from './asvs-items.ts';

const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'bench/*.md']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const settings = readFileSync('docs/settings.md', 'utf8');
const manifest = readFileSync('package.json', 'utf8');
// Settings of the tests, not of the product.
const TEST_SETTINGS = /^FORMSTEAD_(CHROMIUM|DEEP|TEST_POSTGRES_URL)$/;

function found(pattern: RegExp): readonly { readonly path: string; readonly what: string }[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, what = '']) => ({ path, what })),
  );
}

function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  return headings.map((title) => title.replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
}

/** Created by the first start or test of a clone. */
const BUILT = 'web/dist';

test('links inside the repository lead somewhere', () => {
  const links = found(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  const dead = links.filter(({ path, what }) => {
    const [file = '', anchor] = what.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  });
  assert.ok(links.length > 20);
  assert.deepEqual(dead, []);
});

test('links from code, alerts and recipes to a heading of a document lead there', () => {
  const files = globSync(
    '{src,web,client,monitoring,deploy,tools,bench,test}/**/*.{ts,tsx,mjs,json,yml,yaml,html}',
    { exclude: (path) => /(?:^|\/)(?:dist|node_modules)(?:\/|$)/.test(path) },
  );
  const links = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/([\w-]+\.md)#([\w-]+)/g)].map(
      ([, file = '', anchor = '']) => ({ path, file, anchor }),
    ),
  );
  const dead = links.filter(({ file, anchor }) => {
    const target = ['docs', '.', 'docs/guides']
      .map((folder) => join(folder, file))
      .find(existsSync);
    return !target || !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  });
  assert.ok(links.some(({ path }) => path === 'monitoring/alerts.yml'));
  assert.deepEqual(dead, []);
});

/** Longer pages are read by nobody at night. What is looked up rather than read has a page of its own. */
const MAX_LINES_OF_OPERATIONS = 700;

test('the manual begins with all its parts and pages, and so do they', () => {
  const manual = readFileSync('docs/operations.md', 'utf8');
  assert.ok(manual.split('\n').length <= MAX_LINES_OF_OPERATIONS);
  const start = manual.split(/^## /m)[0] ?? '';
  const own = [...start.matchAll(/^- \[.+?\]\(([\w-]+\.md)\)/gm)].map(([, page = '']) => page);
  assert.ok(own.length >= 8);
  for (const page of ['operations.md', 'runbooks.md', ...own]) {
    const text = readFileSync(join('docs', page), 'utf8').replaceAll(/```.*?```/gs, '');
    const [first = ''] = text.split(/^## /m);
    const listed = [...first.matchAll(/^- \[(.+)\]\(#.+\)$/gm)].map(([, title]) => title);
    const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    assert.deepEqual(listed, parts, page);
  }
});

test('each decision has a number of its own, in its name, in its title and in the list', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8');
  const names = globSync('docs/decisions/[0-9]*.md').map((path) => basename(path));
  const numbers = names.map((name) => name.slice(0, 4));
  assert.deepEqual(numbers.toSorted(), [...new Set(numbers)].toSorted());
  for (const name of names) {
    const number = name.slice(0, 4);
    const text = readFileSync(join('docs/decisions', name), 'utf8');
    assert.ok(text.startsWith(`# ${Number(number)}. `), name);
    assert.ok(list.includes(`[${number}](${name})`), `${name} is not in the list`);
  }
});

test('each attack that was tried stands in the list of them', () => {
  const security = readFileSync('docs/security.md', 'utf8');
  const rows = security.split('\n').filter((line) => /\| `[0-9a-f]{7}` +\|$/.test(line));
  const files = globSync('test/attacks/*.test.ts').sort();
  const missing = files.filter((file) => !rows.some((row) => row.includes(`\`${file}\``)));
  assert.deepEqual(missing, []);
});

test('npm scripts that are spoken of exist', () => {
  const unknown = found(/npm run ([a-z:]+)/g).filter(
    ({ what }) => !manifest.includes(`"${what}": "node tools/`),
  );
  assert.deepEqual(unknown, []);
});

test('settings that are spoken of exist', () => {
  const unknown = found(/(FORMSTEAD_[A-Z_]*[A-Z])\b/g).filter(({ what }) => {
    const name = what.replace(/_FILE$/, '');
    const known = [what, name].some((each) => settings.includes(`### \`${each}\``));
    return !known && !settings.includes(`### \`${what}_`) && !TEST_SETTINGS.test(what);
  });
  assert.deepEqual(unknown, []);
});

test('source files that are spoken of exist', () => {
  const missing = found(/`((?:src|test|tools|docs|bench|bin|web)\/[\w./-]*\w)`/g).filter(
    ({ what }) => what !== BUILT && !existsSync(what),
  );
  assert.deepEqual(missing, []);
});

const MAX_LINES_OF_A_DOMAIN = 40;
/** Domains that open with no README yet. The list may only shrink. */
const WITHOUT_README: ReadonlySet<string> = new Set<string>();

/** Returns what is wrong with the README of a folder of `src`; its files are named from the folder, `src` or the root. */
function readmeFaults(folder: string, text: string): readonly string[] {
  const names = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
  const isThere = (name: string): boolean =>
    [folder, 'src', '.'].some((root) => existsSync(join(root, name)));
  const faults = names.filter((name) => !isThere(name)).map((name) => `${folder}: no file ${name}`);
  const isDomain = folder.split('/').length === 2;
  if (isDomain && text.split('\n').length - 1 > MAX_LINES_OF_A_DOMAIN)
    faults.push(`${folder}: its README is longer than ${MAX_LINES_OF_A_DOMAIN} lines`);
  return faults;
}

test('every domain opens with a short README, and each file that one names exists', () => {
  const silent = globSync('src/*/index.ts')
    .map((path) => basename(dirname(path)))
    .filter((domain) => !existsSync(`src/${domain}/README.md`));
  assert.deepEqual(silent, [...WITHOUT_README]);
  const readmes = pages.filter(({ path }) => /^src\/.*\/README\.md$/.test(path));
  assert.deepEqual(
    readmes.flatMap(({ path, text }) => readmeFaults(dirname(path), text)),
    [],
  );
  const planted = `${'\n'.repeat(41)}\`get-hay.ts\` calls \`kernel/clock.ts\`.`;
  assert.deepEqual(readmeFaults('src/audit', planted), [
    'src/audit: no file get-hay.ts',
    'src/audit: its README is longer than 40 lines',
  ]);
});

test('source files that are named without their folder exist, and so do those of the map', () => {
  const files = globSync('{src,web,test,tools,bench,client,bin}/**/*.{ts,tsx,mjs}', {
    exclude: (path) => /(?:^|\/)(?:dist|node_modules)(?:\/|$)/.test(path),
  }).map((path) => `/${path}`);
  const missing = found(/`([\w./-]*[\w-]\.(?:tsx?|mjs))`/g).filter(
    ({ what }) => !files.some((file) => file.endsWith(`/${what}`)),
  );
  assert.deepEqual(missing, []);
  const map = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^ *(src\/\S+\.ts)(?: |$)/gm);
  const shown = [...map].map(([, file = '']) => file);
  assert.ok(shown.length > 20);
  assert.deepEqual(
    shown.filter((file) => !existsSync(file)),
    [],
  );
});

test('no document counts the lines of our code, which change without it', () => {
  assert.deepEqual(found(/\b((?:about|some) [\d,]+ lines)\b/gi), []);
});

test('documents that comments speak of are in the repository', () => {
  const code = globSync('{src,web,test,tools,bench}/**/*.{ts,tsx,mjs}', {
    exclude: (path) => /(?:^|\/)(?:dist|node_modules)(?:\/|$)/.test(path),
  });
  const missing = code.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [];
    const comments = lines.map((line) => line.replace(/^[\s/*]+/, '')).join(' ');
    const names = comments.match(/(?<![\w/.])[\w./-]*\w\.md\b/g) ?? [];
    const isThere = (name: string) =>
      ['.', 'docs', dirname(path)].some((folder) => existsSync(join(folder, name)));
    const sections =
      comments.match(/\b(?:[a-z]+ reference|[a-z]+-providers|INTERFACE|DESIGN) §\d+/g) ?? [];
    return [...names.filter((name) => !isThere(name)), ...sections].map((name) => ({ path, name }));
  });
  assert.deepEqual(missing, []);
});

test('the page of the ASVS has every item of level 1 and 2 once, in order, with a state and its reason', () => {
  const rows = asvsRows();
  assert.equal(ASVS_ITEMS.length, 253);
  const items = rows.map(({ item }) => item);
  const twice = items.filter((item, at) => items.indexOf(item) !== at);
  const missing = ASVS_ITEMS.filter((item) => !items.includes(item));
  assert.deepEqual({ twice, missing }, { twice: [], missing: [] });
  assert.deepEqual(items, ASVS_ITEMS);
  for (const row of rows) assertReasoned(row);
});

test('the page of the ASVS has each of the ten risks of APIs once, with a state and its reason', () => {
  const rows = rowsOf(/API\d+/);
  const wanted = Array.from({ length: 10 }, (_, at) => `API${at + 1}`);
  assert.deepEqual(
    rows.map(({ item }) => item),
    wanted,
  );
  for (const row of rows) assertReasoned(row);
});

test('the numbered checks that the page of the ASVS names are in the tests it names for them', () => {
  const named = [...asvsRows(), ...rowsOf(/API\d+/)].flatMap(({ item, proof }) =>
    [...proof.matchAll(/`([\w./-]+\.test\.ts)`(?: \(|, )check (\d+)\)/g)].map(
      ([, path = '', number = '']) => ({ item, path, number }),
    ),
  );
  assert.ok(named.length > 40);
  const missing = named.filter(
    ({ path, number }) => !readFileSync(path, 'utf8').includes(`check ${number}: `),
  );
  assert.deepEqual(missing, []);
});

interface Row {
  readonly item: string;
  readonly state: string;
  readonly proof: string;
}

const asvsRows = (): readonly Row[] => rowsOf(/\d+\.\d+\.\d+/);

/** Returns the rows of the tables whose first column matches the name. */
function rowsOf(name: RegExp): readonly Row[] {
  const row = new RegExp(`^\\| (${name.source}) +\\|[^|]*\\|([^|]*)\\|(.*)\\|$`, 'gm');
  return [...readFileSync('docs/asvs.md', 'utf8').matchAll(row)].map(
    ([, item = '', state = '', proof = '']) => ({ item, state: state.trim(), proof: proof.trim() }),
  );
}

/** Checks the state of a row and its reason. Other tests check that the named files and links exist. */
function assertReasoned({ item, state, proof }: Row): void {
  assert.match(state, /^(holds|n\/a|open)$/, item);
  const isProved = /`[\w./-]+\.(?:tsx?|md|mjs|json)`|\]\(/.test(proof);
  assert.ok(state === 'holds' ? isProved : proof.length >= 7, `${item}: ${proof}`);
}
