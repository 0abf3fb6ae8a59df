// Which test files share a process. Loading the program takes longer than most files take to test it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Enough to load the program seldom, few enough that the last process does not run alone for long. */
const SHARING = [
  { files: /^test\/attacks\//, perProcess: 4 },
  { files: /^(?:src|test\/(?:builder|conformance|offline|survey))\//, perProcess: 8 },
] as const;

/** How a file begins that measures or loads its own process, or changes what holds for the whole of it. */
const ALONE = '// Runs alone: ';
const runsAlone = (file: string): boolean => readFileSync(file, 'utf8').startsWith(ALONE);

export interface Groups {
  /** What to run: a file that runs alone, or one that brings the files of a group. */
  readonly entries: readonly string[];
  /** All test files that they bring. */
  readonly files: readonly string[];
  /** Removes what was written to bring files together. */
  remove(): void;
}

/**
 * @param files paths of test files from the root of the project, those that take longest first
 * @param concurrency as many entries at least, where there are as many files
 */
export function groupFiles(files: readonly string[], concurrency: number): Groups {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-test-groups-'));
  const kinds = SHARING.map(({ files: pattern, perProcess }) => ({
    perProcess,
    files: files.filter((file) => pattern.test(file) && !runsAlone(file)),
  }));
  const shared = kinds.flatMap((kind) => spread(kind, concurrency));
  const sharing = new Set(shared.flat());
  const entries = files.filter((file) => !sharing.has(file));
  for (const [i, group] of shared.entries()) {
    const entry = join(folder, `${i}.mjs`);
    const imports = group.map((file) => `import '${pathToFileURL(resolve(file)).href}';\n`);
    writeFileSync(entry, imports.join(''));
    entries.push(entry);
  }
  return { entries, files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Neighbours go to different processes: their names and their lengths are alike. */
function spread(
  { files, perProcess }: { readonly files: readonly string[]; readonly perProcess: number },
  concurrency: number,
): readonly (readonly string[])[] {
  const processes = Math.min(
    files.length,
    Math.max(concurrency, Math.ceil(files.length / perProcess)),
  );
  return Array.from({ length: processes }, (_, at) =>
    files.filter((_file, i) => i % processes === at),
  );
}
