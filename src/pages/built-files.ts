import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pagesState } from './pages-state.mjs';

/** One file that the build made, with what it was compressed to. */
export interface BuiltFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** By content coding, the best first; none for what does not get smaller. */
  readonly encoded: readonly (readonly [coding: string, bytes: Uint8Array])[];
}

export interface BuiltFiles {
  /** The one page, with {@link NONCE} wherever a style may be added. */
  readonly page: string;
  /** By path, `/assets/…`. A name holds a digest of its content, so that it never changes. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
  /** By path: what is called the same in every build. */
  readonly others: ReadonlyMap<string, BuiltFile>;
}

/** web/vite.config.ts writes it. */
export const NONCE = 'NONCE-OF-THIS-PAGE';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'web/dist/');
const MEDIA_TYPES = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['woff2', 'font/woff2'],
  ['webmanifest', 'application/manifest+json'],
]);
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export type PagesState = Awaited<ReturnType<typeof pagesState>>;

/** Whether the pages of this program are there, and built from the sources beside them. */
export const readPagesState = (): Promise<PagesState> => pagesState(ROOT);

let own: BuiltFiles | undefined;

/** What tools/build-web.mjs made, read once in a process, as its modules are. @returns undefined when nothing was built. */
export function readBuiltFiles(): BuiltFiles | undefined {
  own ??= readFrom(DIST);
  return own;
}

function readFrom(dist: string): BuiltFiles | undefined {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) return undefined;
  return {
    page: readFileSync(page, 'utf8'),
    assets: filesIn(dist, 'assets/'),
    others: filesIn(dist, ''),
  };
}

function filesIn(dist: string, folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const name of readdirSync(join(dist, folder))) {
    const mediaType = MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1));
    if (mediaType === undefined) continue;
    const path = join(dist, folder, name);
    const encoded = CODINGS.filter(([, ending]) => existsSync(path + ending));
    files.set(`/${folder}${name}`, {
      mediaType,
      bytes: readFileSync(path),
      encoded: encoded.map(([coding, ending]) => [coding, readFileSync(path + ending)]),
    });
  }
  return files;
}
