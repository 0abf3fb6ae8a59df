// The source as text, for the tests that check the rules of ARCHITECTURE.md. They read text, not types, so an import
// inside a comment counts. Tests next to the code are exempt, because they use the whole application.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

const read = (path: string): SourceText => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
});

const source: readonly SourceText[] = globSync('src/**/*.ts').map(read);
export const product = source.filter(({ path }) => !path.endsWith('.test.ts'));
export const everything = [
  ...source,
  ...globSync('{test,tools,bench,bin}/**/*.{ts,mjs}').map(read),
].filter(({ path }) => !path.includes('node_modules/'));

/** Returns the folder or file directly under `src/` of a path, or of a specifier such as `#db/database.ts`. */
export const folderOf = (path: string): string =>
  path.replace(/^(src\/|#)/, '').replace(/(\/.*|\.ts)$/, '');

export const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier);

/** Returns the files of `src` that a file imports. */
export function neighboursOf({ path, text }: SourceText): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith('#')) return [`src/${specifier.slice(1)}`];
    return specifier.startsWith('./') ? [folder + specifier.slice(2)] : [];
  });
}

export function none(faults: readonly string[]): void {
  if (faults.length > 0) assert.fail(`${faults.length} faults:\n  ${faults.join('\n  ')}`);
}
