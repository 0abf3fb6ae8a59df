// The files of the tarball, made in memory from the repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NEEDED_MAJOR } from '../check-node.mjs';
import type { ArchiveFile } from './archive.ts';
import { BUNDLE, bundleFrom } from './bundle.ts';
import { notices, type Part, partsOf } from './licences.ts';
import type { Packages } from './lock-file.ts';
import { type OwnManifest, releasedPackages, releaseManifest, shrinkwrap } from './manifest.ts';
import { sbom } from './sbom.ts';

const PROGRAM = 'bin/formstead.mjs';
/** What the program starts with, before the bundle. */
const LAUNCHED = ['check-node', 'compile-cache', 'thread-pool'].map((name) => `tools/${name}.mjs`);
const WRITTEN = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'client/README.md',
];
const READ = ['src/http/examples.json', ...LAUNCHED];
/** The manual, the recipes and the alerts, without what only those read who change Formstead. */
const FOLDERS = ['deploy', 'docs', 'monitoring'];
const OF_DEVELOPERS = /^docs\/(?:reviews\/|openapi-app\.json$)|\.ts$/;
/** Whether people read a file, and the program does not. */
export const isManual = (path: string): boolean =>
  WRITTEN.includes(path) || FOLDERS.some((folder) => path.startsWith(`${folder}/`));

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
export async function contentsOf(root: string, seconds: number): Promise<Contents> {
  const own: OwnManifest = readJson(join(root, 'package.json'));
  const lock: { readonly packages: Packages } = readJson(join(root, 'package-lock.json'));
  const released = releasedPackages(lock.packages);
  const bundle = await bundleFrom(root);
  const inPages: readonly string[] = readJson(join(root, 'web/dist/.vite/packages.json'));
  const parts = [
    ...partsOf(released, undefined),
    ...partsOf(entriesOf(bundle.packages, lock.packages), 'lib'),
    ...partsOf(entriesOf(inPages, lock.packages), 'web/dist'),
  ];
  const sbomText = jsonText(sbom(own, parts, { seconds }));
  const texts = new Map([
    ['package.json', jsonText(releaseManifest(own, released, NEEDED_MAJOR))],
    ['npm-shrinkwrap.json', jsonText(shrinkwrap(own, released, NEEDED_MAJOR))],
    ['THIRD-PARTY.txt', notices(root, parts)],
    ['sbom.cdx.json', sbomText],
    [PROGRAM, launcherOf(root)],
    ...bundle.files,
  ]);
  const made = [...texts].map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    isExecutable: path === PROGRAM,
  }));
  const copied = [...WRITTEN, ...READ, ...manualIn(root), ...pagesIn(root)].map((path) => ({
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

/** @throws Error if it no longer imports the program in the way that is rewritten */
function launcherOf(root: string): string {
  const source = readFileSync(join(root, PROGRAM), 'utf8');
  const launcher = source.replace("'../src/cli.ts'", `'../${BUNDLE}/cli.js'`);
  if (launcher === source) throw new Error(`${PROGRAM} does not import '../src/cli.ts'.`);
  return launcher;
}

const manualIn = (root: string): readonly string[] =>
  FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter((path) => !OF_DEVELOPERS.test(path));

const filesBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

function entriesOf(paths: readonly string[], packages: Packages): Packages {
  const found = paths.map((path) => {
    const entry = packages[path];
    if (entry === undefined)
      throw new Error(`The release contains ${path}, which package-lock.json does not have.`);
    return [path, entry] as const;
  });
  return Object.fromEntries(found);
}
