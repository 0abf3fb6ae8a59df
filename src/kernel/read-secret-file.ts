import { readFileSync, statSync } from 'node:fs';

const MAX_BYTES = 65_536;

/** Returns the trimmed text of a file with a secret, or why it can't be used, in a sentence about the file. */
export function readSecretFile(
  path: string,
): { readonly text: string } | { readonly problem: string } {
  try {
    const stat = statSync(path);
    // `<(command)` passes a pipe. A device such as /dev/zero would never end.
    if (!stat.isFile() && !stat.isFIFO()) return { problem: 'It does not name a file.' };
    if (stat.size > MAX_BYTES) return { problem: 'The file is too large.' };
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { problem: 'The file is empty.' } : { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    return { problem: `The file cannot be read (${code}).` };
  }
}
