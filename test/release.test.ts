// One number says which version this is, and `npm version` creates the next one with its changelog.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import {
  NAMING,
  nameFiles,
  RELEASE_FILE,
  releaseChangelog,
  requireUnreleased,
} from '../tools/release.ts';
import { commandLine } from './support/command-line.ts';
import { deepTest } from './support/timing.ts';

const EMPTY = '# Changelog\n\n## [Unreleased]\n';
const FULL = `${EMPTY}\n### Added\n\n- A thing, for $& and $1.\n\n## [0.1.0] - 2026-12-01\n\n- All.\n`;

test('the command, the API document and the packages tell the same version', async () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const { version } = read('package.json');
  const told = await commandLine({})('--version');
  assert.equal(told.stdout, `${version}\n`);
  assert.equal(read('docs/openapi.json').info.version, version);
  const lock = read('package-lock.json');
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
});

test('whoever copies the name of a file or an image of a release gets this version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const documents = execFileSync('git', ['ls-files', '*.md', 'deploy'], { encoding: 'utf8' });
  const naming = documents.split('\n').filter((path) => path !== '' && path !== 'CHANGELOG.md');
  const found = naming.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(RELEASE_FILE)].map(([, , named]) => [path, named]),
  );
  assert.ok(found.length > 8);
  assert.deepEqual([...new Set(found.map(([path]) => path))].toSorted(), NAMING.toSorted());
  assert.deepEqual([...new Set(found.map(([, named]) => named))], [version]);
  assert.equal(nameFiles('formstead-0.1.0.tgz of 0.1.0', '0.2.0'), 'formstead-0.2.0.tgz of 0.1.0');
});

test('what was unreleased becomes the version, and the next changes have their place', () => {
  assert.equal(
    releaseChangelog(FULL, '0.2.0', '2026-12-24'),
    FULL.replace('## [Unreleased]', '## [Unreleased]\n\n## [0.2.0] - 2026-12-24'),
  );
});

test('nothing is released without a word about it, and nothing twice', () => {
  const nothing = /Nothing is written under "Unreleased"/;
  const headings = EMPTY.concat('\n### Added\n\n### Fixed\n\n## [0.1.0] - 2026-12-01\n\n- All.\n');
  assert.throws(() => requireUnreleased(EMPTY), nothing);
  assert.throws(() => requireUnreleased(headings), nothing);
  assert.throws(() => releaseChangelog(headings, '0.2.0', '2026-12-24'), nothing);
  assert.throws(() => requireUnreleased('# Changelog\n'), /no line "## \[Unreleased\]"/);
  assert.throws(() => releaseChangelog(FULL, '0.1.0', '2026-12-24'), /already has version 0\.1\.0/);
});

test('the changelog of this repository can be released, or has been', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  assert.ok(text.includes('\n## [Unreleased]\n'));
  const newest = /\n## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n/.exec(text)?.[1];
  if (newest === undefined) requireUnreleased(text);
  else assert.equal(newest, JSON.parse(readFileSync('package.json', 'utf8')).version);
});

describe('npm version', () => {
  deepTest(
    'commits and tags the version, the changelog, the API document and a database, and refuses an empty changelog',
    (t) => {
      const dir = mkdtempSync(join(tmpdir(), 'formstead-release-'));
      t.after(() => rmSync(dir, { recursive: true, force: true }));
      const git = (...args: readonly string[]): string =>
        execFileSync('git', [...args], { cwd: dir, encoding: 'utf8' }).trim();
      git('clone', '--quiet', resolve('.'), '.');
      git('config', 'user.name', 'A maintainer');
      git('config', 'user.email', 'maintainer@example.org');
      symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
      // Copies scripts and tools from the working tree, committed or not.
      for (const path of ['package.json', 'package-lock.json', 'tools/release.ts']) {
        writeFileSync(join(dir, path), readFileSync(path));
      }
      const read = (path: string): string => readFileSync(join(dir, path), 'utf8');
      const npmVersion = (version: string) =>
        spawnSync('npm', ['version', version], { cwd: dir, encoding: 'utf8' });

      const tags = git('tag');
      writeFileSync(join(dir, 'CHANGELOG.md'), EMPTY);
      git('commit', '--quiet', '--all', '--message', 'Nothing to tell');
      const refused = npmVersion('99.0.0');
      assert.notEqual(refused.status, 0);
      assert.match(refused.stderr, /Nothing is written under "Unreleased"/);
      assert.equal(git('status', '--porcelain', '--untracked-files=no'), '');
      assert.equal(git('tag'), tags);

      writeFileSync(join(dir, 'CHANGELOG.md'), FULL);
      git('commit', '--quiet', '--all', '--message', 'Something to tell');
      const made = npmVersion('99.0.0');
      assert.equal(made.status, 0, made.stderr);
      assert.equal(git('tag', '--points-at', 'HEAD'), 'v99.0.0');
      assert.equal(git('status', '--porcelain', '--untracked-files=no'), '');
      assert.equal(JSON.parse(read('package.json')).version, '99.0.0');
      assert.equal(JSON.parse(read('docs/openapi.json')).info.version, '99.0.0');
      assert.match(
        read('CHANGELOG.md'),
        /## \[Unreleased\]\n\n## \[99\.0\.0\] - \d{4}-\d\d-\d\d\n/,
      );
      const kept = 'test/released/99.0.0';
      assert.deepEqual(git('ls-files', kept).split('\n'), [
        `${kept}/formstead.db.gz`,
        `${kept}/postgres.sql.gz`,
        `${kept}/release.json`,
      ]);
      assert.equal(JSON.parse(read(`${kept}/release.json`)).ref, 'v99.0.0');
    },
  );
});
