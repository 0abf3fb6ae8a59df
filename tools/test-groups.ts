// Groups test files that share a process, because to load the program takes longer than to run most files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files per process: enough to load the program rarely, few enough that no process runs alone for long at the end. */
const SHARING = [
  { files: /^test\/flows\//, perProcess: 12 },
  { files: /^test\/attacks\//, perProcess: 12 },
  { files: /^test\/(?:imports\/|journeys\/|support\/)?[^/]+$/, perProcess: 12 },
  { files: /^(?:src|web\/src|test\/(?:builder|conformance|offline|survey))\//, perProcess: 32 },
] as const;

/** The beginning of a file that measures or loads its own process, or changes process-wide state. */
const ALONE = '// Runs alone: ';
const runsAlone = (file: string): boolean => readFileSync(file, 'utf8').startsWith(ALONE);

export interface Groups {
  /** The files to run: a file that runs alone, or one that imports the files of a group. */
  readonly entries: readonly string[];
  /** All test files that the entries contain. */
  readonly files: readonly string[];
  /** Removes the files that import the groups. */
  remove(): void;
}

/**
 * @param files paths of test files from the root of the project, slowest first
 * @param concurrency the minimum number of entries, if there are as many files
 */
export function groupFiles(files: readonly string[], concurrency: number): Groups {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-test-groups-'));
  const kinds = SHARING.map(({ files: pattern, perProcess }) => ({
    perProcess,
    files: files.filter((file) => pattern.test(file) && !runsAlone(file)),
  }));
  const shared = kinds.flatMap((kind) =>
    spread(kind, (concurrency * kind.files.length) / files.length),
  );
  const sharing = new Set(shared.flat());
  const entries = files.filter((file) => !sharing.has(file));
  for (const [i, group] of shared.entries()) {
    const entry = join(folder, `${i}.test.mjs`);
    const imports = group.map((file) => `import '${pathToFileURL(resolve(file)).href}';\n`);
    writeFileSync(entry, imports.join(''));
    entries.push(entry);
  }
  return { entries, files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Puts neighbours into different processes, because their durations are often similar, as are their names.
 * @param least the share of these files in the processes that run at the same time
 */
function spread(
  { files, perProcess }: { readonly files: readonly string[]; readonly perProcess: number },
  least: number,
): readonly (readonly string[])[] {
  const processes = Math.min(files.length, Math.ceil(Math.max(least, files.length / perProcess)));
  return Array.from({ length: processes }, (_, at) =>
    files.filter((_file, i) => i % processes === at),
  );
}
