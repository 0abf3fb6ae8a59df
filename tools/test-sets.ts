// Decides which test files `npm test` leaves out: those that begin with `// Nightly: ` or `// Deep: ` and why, in the
// comment at their beginning. `npm run test:all` runs the nightly ones too, `npm run test:deep` all. A file that is named
// on the command line always runs.
import { readFileSync } from 'node:fs';

/** A line of the comment at the beginning of a file. */
const LEFT = /^(?:\/\/.*\n)*?\/\/ (Nightly|Deep): \S/;

export interface Sets {
  /** Files of `npm test`. */
  readonly daily: readonly string[];
  /** Files that `npm run test:all` runs as well. */
  readonly nightly: readonly string[];
  /** Files of `npm run test:deep` alone. */
  readonly deep: readonly string[];
}

/** Puts each file into exactly one of the lists, in the given order. */
export function splitTests(
  files: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Sets {
  const sets = Map.groupBy(files, (file) => LEFT.exec(read(file))?.[1]);
  return {
    daily: sets.get(undefined) ?? [],
    nightly: sets.get('Nightly') ?? [],
    deep: sets.get('Deep') ?? [],
  };
}
