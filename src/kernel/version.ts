import { readFileSync } from 'node:fs';

/** The version of the product, from package.json. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const manifest: { readonly version?: unknown } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return String(manifest.version);
}

/** Orders versions by their three numbers; what follows a hyphen does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = left.findIndex((number, i) => number !== right[i]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)(?:[-+]|$)/.exec(version) ?? [];
  if (parts.length === 0) throw new Error(`${version} is not a version`);
  return parts.map(Number);
}
