// Decides which test files `npm test` leaves to `npm run test:deep`: those that say `// Deep: ` and why in the comment at
// their beginning. A file that is named on the command line always runs.
import { readFileSync } from 'node:fs';

/** A line of the comment at the beginning of a file. */
const DEEP = /^(?:\/\/.*\n)*?\/\/ Deep: \S/;

export interface Split {
  /** Files of `npm test`. */
  readonly daily: readonly string[];
  /** Files of `npm run test:deep` alone. */
  readonly deep: readonly string[];
}

/** Puts each file into exactly one of the two lists, in the given order. */
export function splitDeep(
  files: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Split {
  const isDeep = new Set(files.filter((file) => DEEP.test(read(file))));
  return {
    daily: files.filter((file) => !isDeep.has(file)),
    deep: files.filter((file) => isDeep.has(file)),
  };
}
