// The files of the tarball, made in memory from the repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NEEDED_MAJOR } from '../check-node.mjs';
import type { ArchiveFile } from './archive.ts';
import { compileFrom } from './compile.ts';
import { notices, type Part, partsOf } from './licences.ts';
import type { Packages } from './lock-file.ts';
import {
  bundled,
  type OwnManifest,
  releasedPackages,
  releaseManifest,
  shrinkwrap,
} from './manifest.ts';
import { sbom } from './sbom.ts';

const PROGRAM = 'bin/formstead.mjs';
const WRITTEN = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'src/http/examples.json'];
/**
 * What the build of the pages says about itself, of which the service reads only the preloads, and the gzipped forms of
 * files. The service makes these, and the plain ones, from the smallest when a client asks for one.
 */
const LEFT_OUT = /\.gz$|\/(?:\.built-from|\.vite\/(?!preloads\.json$)[^/]*)$/;

export interface Contents {
  readonly own: OwnManifest;
  /** What npm installs with the release. */
  readonly released: Packages;
  readonly parts: readonly Part[];
  readonly sbomText: string;
  /** By path from the root of the package. */
  readonly files: readonly ArchiveFile[];
}

/**
 * Reads, compiles and describes everything that a release contains. The pages must be built.
 * @param seconds time of the commit, in seconds since 1970
 * @throws Error if something is missing, or has a licence that is not allowed
 */
export function contentsOf(root: string, seconds: number): Contents {
  const own: OwnManifest = readJson(join(root, 'package.json'));
  const lock: { readonly packages: Packages } = readJson(join(root, 'package-lock.json'));
  const released = releasedPackages(own, lock.packages);
  const parts = [...partsOf(released, false), ...bundledParts(root, lock.packages)];
  const sbomText = jsonText(sbom(own, parts, { seconds }));
  const texts = new Map([
    ['package.json', jsonText(releaseManifest(own, released, NEEDED_MAJOR))],
    ['npm-shrinkwrap.json', jsonText(shrinkwrap(own, released, NEEDED_MAJOR))],
    ['THIRD-PARTY.txt', notices(root, parts)],
    ['sbom.cdx.json', sbomText],
    ...compileFrom(root, PROGRAM),
  ]);
  const made = [...texts].map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    isExecutable: path === PROGRAM,
  }));
  const copied = [...WRITTEN, ...pagesIn(root), ...bundledFiles(root, released)].map((path) => ({
    path,
    bytes: readFileSync(join(root, path)),
    isExecutable: false,
  }));
  return { own, released, parts, sbomText, files: [...made, ...copied] };
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function pagesIn(root: string): readonly string[] {
  const read = new Set(filesBelow(root, 'web/dist').filter((path) => !LEFT_OUT.test(path)));
  const found = [...read].filter((path) => !read.has(`${path}.br`));
  if (found.length === 0) throw new Error('The web pages are not built. Run npm run build first.');
  return found;
}

/** Files of packages that no program loads: types, sources, source maps and tests. */
const UNUSED = /\.(?:ts|map)$|\/(?:tests?|spec|benchmark)\//;

/** The files of packages that the release contains, without what is installed inside of them for development. */
const bundledFiles = (root: string, released: Packages): readonly string[] =>
  bundled(released)
    .flatMap((name) => filesBelow(root, `node_modules/${name}`))
    .filter((file) => !UNUSED.test(file))
    .filter((file) => released[PACKAGE_OF.exec(file)?.[1] ?? ''] !== undefined);

const PACKAGE_OF = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

const filesBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

function bundledParts(root: string, packages: Packages): readonly Part[] {
  const paths: readonly string[] = readJson(join(root, 'web/dist/.vite/packages.json'));
  const found = paths.map((path) => {
    const entry = packages[path];
    if (entry === undefined)
      throw new Error(`The web pages contain ${path}, which package-lock.json does not have.`);
    return [path, entry] as const;
  });
  return partsOf(Object.fromEntries(found), true);
}
