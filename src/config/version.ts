import { readFileSync } from 'node:fs';

/** The version of the product, from package.json. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const manifest: { readonly version?: unknown } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return String(manifest.version);
}
