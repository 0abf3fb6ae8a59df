// What the written pages point at exists: files, headings, commands and settings.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

test('npm scripts that are spoken of exist', () => {
  const unknown = found(/npm run ([a-z:]+)/g).filter(
    ({ what }) => !manifest.includes(`"${what}": "node tools/run.mjs`),
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
  const missing = found(/`((?:src|test|tools|docs|bench|bin)\/[\w./-]*\w)`/g).filter(
    ({ what }) => !existsSync(what),
  );
  assert.deepEqual(missing, []);
});
