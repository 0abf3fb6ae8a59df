// What the written pages point at exists: files, headings, commands and settings.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'bench/*.md']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const settings = readFileSync('docs/settings.md', 'utf8');
const manifest = readFileSync('package.json', 'utf8');
// Of the tests, not of the product.
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
    ({ what }) => !existsSync(what),
  );
  assert.deepEqual(missing, []);
});

/** Of level 1 and 2, by chapter. */
const ASVS: Readonly<Record<string, readonly string[]>> = {
  V6: ['6.1.1-3', '6.2.1-11', '6.3.1-3', '6.4.1-4', '6.5.1-5', '6.6.1-3', '6.8.1-4'],
  V7: ['7.1.1-3', '7.2.1-4', '7.3.1-2', '7.4.1-5', '7.5.1-2', '7.6.1-2'],
  V8: ['8.1.1-2', '8.2.1-3', '8.3.1-1', '8.4.1-1'],
  V9: ['9.1.1-3', '9.2.1-4'],
  V10: ['10.1.1-2', '10.2.1-2', '10.3.1-4', '10.4.1-11', '10.5.1-5', '10.6.1-2', '10.7.1-3'],
  V12: ['12.1.1-3', '12.2.1-2', '12.3.1-4'],
  V16: ['16.1.1-1', '16.2.1-5', '16.3.1-4', '16.4.1-3', '16.5.1-3'],
};

test('the security page goes through every item of its chapters, each with a proof or a reason', () => {
  const rows = asvsRows();
  const wanted = Object.values(ASVS).flat().flatMap(itemsOf);
  assert.deepEqual(
    rows.map(({ item }) => item),
    wanted,
  );
  for (const { item, state, proof } of rows) {
    assert.match(state, /^(holds|not yet|n\/a)$/, item);
    const isProved = /`(?:src|test|web)\/[\w./-]+`|\]\(|^above/.test(proof);
    assert.ok(state === 'holds' ? isProved : proof.length >= 8, `${item}: ${proof}`);
  }
});

test('the numbered checks that the security page names are in the tests it names for them', () => {
  const named = asvsRows().flatMap(({ item, proof }) =>
    [...proof.matchAll(/`([\w./-]+\.test\.ts)` \(check (\d+)\)/g)].map(
      ([, path = '', number = '']) => ({ item, path, number }),
    ),
  );
  assert.ok(named.length > 40);
  const missing = named.filter(
    ({ path, number }) => !readFileSync(path, 'utf8').includes(`check ${number}: `),
  );
  assert.deepEqual(missing, []);
});

function asvsRows() {
  const text = readFileSync('docs/security.md', 'utf8');
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|([^|]*)\|([^|]*)\|(.*)\|$/gm)].map(
    ([, item = '', , state = '', proof = '']) => ({
      item,
      state: state.trim(),
      proof: proof.trim(),
    }),
  );
}

/** `6.1.1-3` is 6.1.1, 6.1.2 and 6.1.3. */
function itemsOf(range: string): readonly string[] {
  const [, section = '', first = '', last = ''] = /^(.+)\.(\d+)-(\d+)$/.exec(range) ?? [];
  const length = Number(last) - Number(first) + 1;
  return Array.from({ length }, (_, i) => `${section}.${Number(first) + i}`);
}
