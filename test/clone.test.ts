// A clone contains everything that its tests and tools read. What lies beside the repository is not in a clone.
// Nightly: it clones the repository and searches all files. A clone that lacks something fails its own `npm test`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CASES } from './idp-cases/cases.ts';

/** Attacks that name a file outside, by the file of the test, and the map that writes about such imports. */
const ALLOWED: readonly string[] = [
  'ARCHITECTURE.md: ../',
  `src/attachments/attachments.test.ts: ${'../'.repeat(3)}etc`,
  `test/attacks/hostile-backup.test.ts: ${'../'.repeat(4)}outside`,
];

/** Relative paths upwards; those after a letter, a dot or a slash are parts of a longer path. */
const UPWARDS = /(?<![\w./$}])(?:\.\.\/)+[\w.-]*/g;
/** A path in a call, other than an import or a URL, starts in the working directory, which is the root. */
const FROM_ROOT = /(?<!\bimport\.meta\.)\b(?!URL\b|import\b)\w+\(\s*['"`]\.\.\/[^'"`]*/g;

const pathsOutside = (file: string, text: string): readonly string[] => [
  ...(text.match(UPWARDS) ?? []).filter((path) =>
    normalize(join(dirname(file), path)).startsWith('..'),
  ),
  ...(text.match(FROM_ROOT) ?? []),
];

describe('a clone in an empty folder', () => {
  let clone = '';
  before(() => {
    clone = mkdtempSync(join(tmpdir(), 'formstead-clone-'));
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', resolve('.'), clone]);
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  test('reaches nothing outside of itself', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: clone, encoding: 'utf8' });
    const found = files
      .split('\0')
      .filter((file) => file !== '' && lstatSync(join(clone, file)).isFile())
      .flatMap((file) => {
        const text = readFileSync(join(clone, file), 'utf8');
        return text.includes('\0') ? [] : pathsOutside(file, text).map((it) => `${file}: ${it}`);
      });
    assert.deepEqual([...new Set(found)].sort(), ALLOWED);
    const links = execFileSync('git', ['ls-files', '--stage'], { cwd: clone, encoding: 'utf8' });
    assert.doesNotMatch(links, /^120000 /m, 'a symbolic link may lead outside');
  });

  test('finds the sequences of the identity providers', () => {
    const cases = pathToFileURL(join(clone, 'test/idp-cases/cases.ts')).href;
    const script = `import { CASES } from '${cases}'; console.log(CASES.length);`;
    const arguments_ = ['--input-type=module', '--eval', script];
    const count = execFileSync(process.execPath, arguments_, { cwd: clone, encoding: 'utf8' });
    assert.equal(Number(count), CASES.length);
  });

  test('the search sees both kinds of paths', () => {
    const [up, call] = ['../', "readFileSync('"];
    const path = `${up.repeat(3)}shared`;
    const code = `new URL('${path}', import.meta.url); ${call}${up}a.json');`;
    assert.deepEqual(pathsOutside('test/support/a.ts', code), [path, `${call}${up}a.json`]);
  });
});
