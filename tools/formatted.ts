import { execFileSync } from 'node:child_process';

const MAX_BYTES = 16 * 1_048_576;
const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'format'];

/** Returns JSON as `npm run check` requires it of the file with this path. */
export function formatted(path: string, json: string): string {
  return execFileSync(process.execPath, [...BIOME, `--stdin-file-path=${path}`], {
    // The documents are larger than the megabyte that Node keeps by default.
    maxBuffer: MAX_BYTES,
    input: json,
    encoding: 'utf8',
  });
}
