// Which test files share a process. Loading the program takes longer than most files take to test it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Enough to load the program seldom, few enough that the last process does not run alone for long. */
const FILES_PER_PROCESS = 8;

const SHARING = /^(?:src|test\/(?:builder|conformance|offline|survey))\//;

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
 * @param files paths of test files from the root of the project; neighbours share a process
 * @param concurrency as many entries at least, where there are as many files
 */
export function groupFiles(files: readonly string[], concurrency: number): Groups {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-test-groups-'));
  const sharing = files.filter((file) => SHARING.test(file) && !runsAlone(file)).sort();
  const entries = files.filter((file) => !sharing.includes(file));
  const size = Math.min(FILES_PER_PROCESS, Math.ceil(sharing.length / concurrency));
  for (let start = 0; start < sharing.length; start += size) {
    const entry = join(folder, `${start}.mjs`);
    const group = sharing.slice(start, start + size).map((file) => pathToFileURL(resolve(file)));
    writeFileSync(entry, group.map(({ href }) => `import '${href}';\n`).join(''));
    entries.push(entry);
  }
  return { entries, files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
