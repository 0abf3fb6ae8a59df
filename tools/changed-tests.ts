// Selects the tests for uncommitted changes, or for changes since a commit.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** These files import the whole program, so a test is not run because of what it imports through them. */
const WHOLE = new Set([
  'src/app.ts',
  'src/cli.ts',
  'src/main.ts',
  'src/services.ts',
  'src/commands/index.ts',
  'src/commands/command-table.ts',
  'src/commands/open-services.ts',
  'test/support/instance.ts',
]);
const IMPORT = /(?:from|import)\s*\(?\s*['"]([#.][^'"\n]+)['"]/g;
const TEST = /\.test\.ts$/;

/**
 * Returns the paths, relative to the project root, that differ from a commit, including untracked files.
 * @throws Error if git fails
 */
export function changedFiles(since: string): readonly string[] {
  const ask = (...args: readonly string[]): readonly string[] => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`);
    return stdout.split('\n').filter((line) => line !== '');
  };
  return [
    ...ask('diff', '--name-only', '--diff-filter=d', since),
    ...ask('ls-files', '--others', '--exclude-standard'),
  ];
}

/**
 * Returns the tests among `files` that are changed, are in a folder with changes, or import a changed file, even
 * indirectly. A test of the whole program is returned only if it was changed itself; whole runs have the others.
 */
export function testsOf(changed: readonly string[], files: readonly string[]): readonly string[] {
  const targets = new Set(changed);
  const folders = new Set(
    changed.filter((file) => /^(?:src|web\/src)\//.test(file)).map((file) => dirname(file)),
  );
  const known = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Also ends the recursion for circular imports.
    known.set(file, targets.has(file));
    const found = targets.has(file) || importedBy(file).some(reaches);
    known.set(file, found);
    return found;
  };
  return files.filter((file) => TEST.test(file) && (folders.has(dirname(file)) || reaches(file)));
}

function importedBy(file: string): readonly string[] {
  const specifiers = [...textOf(file).matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => pathOf(file, specifier)).filter((path) => !WHOLE.has(path));
}

/** As `imports` of package.json says. */
function pathOf(file: string, specifier: string): string {
  if (specifier.startsWith('#web/')) return join('web/src', specifier.slice('#web/'.length));
  if (specifier.startsWith('#')) return join('src', specifier.slice(1));
  return normalize(join(dirname(file), specifier));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The file was deleted, or the match was a string and not an import.
    return '';
  }
}
