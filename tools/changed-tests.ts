// Which tests to run for what was changed and not committed, or committed since some point.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** They bring the whole program: whatever is reached through them is no reason to run a test. */
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
 * Paths from the root of the project that differ from a commit, with those that are not in the repository yet.
 * @throws Error where git can't say
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
 * The tests among `files` that are changed, lie beside what is, or import it, over other files too. A journey through the
 * whole program comes only when it was changed itself: `npm test` runs those.
 */
export function testsOf(changed: readonly string[], files: readonly string[]): readonly string[] {
  const targets = new Set(changed);
  const folders = new Set(
    changed.filter((file) => file.startsWith('src/')).map((file) => dirname(file)),
  );
  const known = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Also what ends a circle of imports.
    known.set(file, targets.has(file));
    const found = targets.has(file) || importedBy(file).some(reaches);
    known.set(file, found);
    return found;
  };
  return files.filter((file) => TEST.test(file) && (folders.has(dirname(file)) || reaches(file)));
}

function importedBy(file: string): readonly string[] {
  const specifiers = [...textOf(file).matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  const paths = specifiers.map((specifier) =>
    specifier.startsWith('#')
      ? join('src', specifier.slice(1))
      : normalize(join(dirname(file), specifier)),
  );
  return paths.filter((path) => !WHOLE.has(path));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not there any more, or a name in a text that is no import.
    return '';
  }
}
