import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SUMS = 'SHA256SUMS';

/** Writes the checksums of all files in the folder, in the format of `sha256sum --check`. @returns their text */
export function writeChecksums(folder: string): string {
  const lines = readdirSync(folder)
    .filter((name) => name !== SUMS)
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return `${digest}  ${name}\n`;
    });
  writeFileSync(join(folder, SUMS), lines.join(''));
  return lines.join('');
}
