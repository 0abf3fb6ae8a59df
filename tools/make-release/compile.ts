// Turns the sources that the `formstead` command reaches into JavaScript: Node runs no TypeScript below a
// node_modules folder, which is where an installed release lies.
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Specifiers of our own modules in imports, exports and dynamic imports. */
const SPECIFIER = /(\bfrom\s+|\bimport\s*\(?\s*)'((?:\.{1,2}\/|#)[^'\n]+)'/g;
/** Threads and processes are started by the address of their program. */
const PROGRAM = /\bnew URL\('(\.{1,2}\/[^'\n]+\.ts)', import\.meta\.url\)/g;
/** Any text that still looks like the path of a source. */
const LEFT = /(['"`])(?:\.{1,2}\/|#)[^'"`\n]*\.ts\1/;

const SHARED = '#';
const toJs = (path: string): string => path.replace(/\.ts$/, '.js');

/**
 * Returns the compiled files by their path in the release. Lines and columns are those of the sources, so a stack
 * trace of a release leads to the right place.
 * @param root the folder of the repository
 * @param entry the path of the program from there
 * @throws Error if a file is missing, or refers to a source in a way that is not rewritten
 */
export function compileFrom(root: string, entry: string): ReadonlyMap<string, string> {
  const compiled = new Map<string, string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (compiled.has(toJs(path))) continue;
    const { code, needs } = compileOne(root, path);
    compiled.set(toJs(path), code);
    waiting.push(...needs);
  }
  return new Map([...compiled].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function compileOne(root: string, path: string) {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${path} is imported, and does not exist.`);
  const source = readFileSync(file, 'utf8');
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source, { mode: 'strip' }) : source;
  const needs = [
    ...[...code.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier),
    ...[...code.matchAll(PROGRAM)].map(([, program = '']) => program),
  ].map((specifier) => locate(root, path, specifier));
  const rewritten = code
    .replace(
      SPECIFIER,
      (_all, before: string, specifier: string) => `${before}'${toJs(specifier)}'`,
    )
    .replace(PROGRAM, (_all, program: string) => `new URL('${toJs(program)}', import.meta.url)`);
  const left = LEFT.exec(rewritten);
  if (left) {
    throw new Error(
      `${path} refers to ${left[0]} in a way that a release cannot follow. Use an import, or new URL(…, import.meta.url).`,
    );
  }
  return { code: rewritten, needs };
}

const locate = (root: string, from: string, specifier: string): string =>
  specifier.startsWith(SHARED)
    ? join('src', specifier.slice(SHARED.length))
    : relative(root, join(root, dirname(from), specifier));
