import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { pagesState } from './pages-state.mjs';
import type { Preload } from './preloads.ts';

/** A file that the build created, with its compressed forms. */
export interface BuiltFile {
  readonly mediaType: string;
  readonly read: () => Uint8Array;
  /** Content codings, the best first; empty if compression does not make the file smaller. */
  readonly encoded: readonly (readonly [coding: string, read: () => Uint8Array])[];
}

export interface BuiltFiles {
  /** The one HTML page, with {@link NONCE} where the nonce for styles goes. */
  readonly page: string;
  readonly preloads: readonly Preload[];
  /** By path, `/assets/…`. A name contains a digest of the content, so the content never changes. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
  /** By path: files whose name is the same in every build. */
  readonly others: ReadonlyMap<string, BuiltFile>;
}

/** web/vite.config.ts writes it into the page. */
export const NONCE = 'NONCE-OF-THIS-PAGE';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'web/dist/');
const MEDIA_TYPES = new Map([
  ['wasm', 'application/wasm'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['woff2', 'font/woff2'],
  ['webmanifest', 'application/manifest+json'],
]);

export type PagesState = Awaited<ReturnType<typeof pagesState>>;

/** Returns whether the web app is built, and built from the sources next to it. */
export const readPagesState = (): Promise<PagesState> => pagesState(ROOT);

let own: BuiltFiles | undefined;

/** Reads the output of tools/build-web.mjs, once per process. @returns undefined if nothing was built */
export function readBuiltFiles(): BuiltFiles | undefined {
  own ??= readFrom(DIST);
  return own;
}

function readFrom(dist: string): BuiltFiles | undefined {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) return undefined;
  return {
    page: readFileSync(page, 'utf8'),
    preloads: preloadsIn(dist),
    assets: filesIn(dist, 'assets/'),
    others: filesIn(dist, ''),
  };
}

function preloadsIn(dist: string): readonly Preload[] {
  return JSON.parse(readFileSync(join(dist, '.vite', 'preloads.json'), 'utf8'));
}

function filesIn(dist: string, folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const name of new Set(readdirSync(join(dist, folder)).map(withoutCoding))) {
    const mediaType = MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1));
    if (mediaType === undefined) continue;
    files.set(`/${folder}${name}`, { mediaType, ...formsOf(join(dist, folder, name)) });
  }
  return files;
}

const withoutCoding = (name: string): string => name.replace(/\.(?:br|gz)$/, '');

/**
 * Reads a file in its smallest form. A release has only that one: the others would be two thirds of it, and hardly any
 * client needs them, so they are made when one asks.
 */
function formsOf(path: string): Pick<BuiltFile, 'read' | 'encoded'> {
  if (!existsSync(`${path}.br`)) {
    const bytes = readFileSync(path);
    return { read: () => bytes, encoded: [] };
  }
  const brotli = readFileSync(`${path}.br`);
  const read = once(() => brotliDecompressSync(brotli));
  const gzip = once(() => gzipSync(read(), { level: constants.Z_BEST_COMPRESSION }));
  return {
    read,
    encoded: [
      ['br', () => brotli],
      ['gzip', gzip],
    ],
  };
}

function once(make: () => Uint8Array): () => Uint8Array {
  let made: Uint8Array | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
