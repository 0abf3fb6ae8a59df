// Turns the sources that the `formstead` command reaches, and the packages they use, into a few files of JavaScript: one
// for each program, and those that they share. Node reads a few large files in half of the time of 2,800 small ones.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

const MAIN = 'src/cli.ts';
/** The folder of the bundle in a release. */
export const BUNDLE = 'lib';
/** Sets how stack traces are written. */
const STACKS = 'tools/make-release/source-lines.mjs';
const ADDRESS = /\bnew URL\('(\.{1,2}\/[^'\n]*)', import\.meta\.url\)/g;
/** Packages that are, or load, files for one platform. */
const NATIVE = ['@node-rs/argon2', 'better-sqlite3', 'sharp'];
/** What a release installs. Of the first two, only the fonts are read. */
export const INSTALLED = ['@fontsource/noto-emoji', 'dejavu-fonts-ttf', ...NATIVE];
/** The folder of the package in which a module lies. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

export interface Bundle {
  /** By path from the root of the release. Of each file there is a list that leads from its lines to those of the sources. */
  readonly files: ReadonlyMap<string, string>;
  /** The packages that it contains, such as `node_modules/pg`. */
  readonly packages: readonly string[];
}

/** Threads and processes are started by the address of their program: `tokens/writer.ts` becomes `tokens-writer.js`. */
const nameOf = (path: string): string =>
  path
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');

/**
 * Makes the bundle.
 * @param root the folder of the repository
 * @throws Error if an import leads nowhere
 */
export async function bundleFrom(root: string): Promise<Bundle> {
  const programs = new Map([[nameOf(MAIN), MAIN]]);
  const addresses: Plugin = {
    name: 'addresses',
    transform(code, id) {
      const path = relative(root, id);
      if (!path.startsWith('src/')) return null;
      const followed = code.replace(ADDRESS, (_all, address: string) => {
        const to = relative(root, join(root, dirname(path), address));
        if (!to.endsWith('.ts')) return `new URL('../${to}', import.meta.url)`;
        if (!programs.has(nameOf(to))) {
          programs.set(nameOf(to), to);
          this.emitFile({ type: 'chunk', id: join(root, to), fileName: `${nameOf(to)}.js` });
        }
        return `new URL('./${nameOf(to)}.js', import.meta.url)`;
      });
      return { code: followed, map: null };
    },
  };
  const build = await rolldown({
    cwd: root,
    input: { [nameOf(MAIN)]: join(root, MAIN) },
    platform: 'node',
    external: NATIVE,
    // Its `paths` name types in place of two packages.
    tsconfig: false,
    plugins: [addresses],
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The bundle can not be made: ${log.message}`);
    },
  });
  const { output } = await build.generate({
    dir: join(root, BUNDLE),
    format: 'esm',
    sourcemap: 'hidden',
    comments: false,
    // Names of functions stay: stack traces have them.
    minify: {
      compress: true,
      mangle: { toplevel: false, keepNames: true },
      codegen: { removeWhitespace: false },
    },
    banner: ({ isEntry }) => (isEntry ? "import './source-lines.mjs';" : ''),
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[name].js',
  });
  const chunks = output.filter((each) => each.type === 'chunk');
  const files = new Map([
    [`${BUNDLE}/source-lines.mjs`, readFileSync(join(root, STACKS), 'utf8')],
    ...chunks.flatMap((chunk) => [
      [`${BUNDLE}/${chunk.fileName}`, chunk.code] as const,
      [`${BUNDLE}/${chunk.fileName}.lines.json`, JSON.stringify(linesOf(root, chunk))] as const,
    ]),
  ]);
  const packages = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .flatMap((id) => PACKAGE.exec(relative(root, id.replace(/^\0/, '')))?.[0] ?? []);
  return { files, packages: [...new Set(packages)].sort() };
}

/** The sources of a file, and in one text what `source-lines.mjs` reads: where each of its lines is from. */
interface SourceLines {
  readonly sources: readonly string[];
  readonly lines: string;
}

/** A line is written as `source:line`, as the step from the line before if that is from the same source, or as nothing. */
function linesOf(root: string, { code, map }: OutputChunk): SourceLines {
  // A file that only names others has none.
  if (!map) return { sources: [], lines: '' };
  const found = new SourceMap(JSON.parse(map.toString()));
  const sources = new Map<string, number>();
  let before = { source: '', line: 0 };
  const lines = code.split('\n').map((text, i) => {
    const entry = found.findEntry(i, text.search(/\S|$/));
    if (!('originalSource' in entry) || !entry.originalSource || entry.generatedLine !== i)
      return '';
    const source = relative(root, join(root, BUNDLE, entry.originalSource));
    if (!sources.has(source)) sources.set(source, sources.size);
    const step = entry.originalLine - before.line;
    const isSame = source === before.source;
    before = { source, line: entry.originalLine };
    return isSame ? String(step) : `${sources.get(source)}:${entry.originalLine}`;
  });
  return { sources: [...sources.keys()], lines: lines.join(' ') };
}
