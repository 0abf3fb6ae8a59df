// The portable archive: Formstead with its packages and Node, for a Linux that has nothing but its C and C++ libraries.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ArchiveFile } from './archive.ts';
import { type Contents, isManual } from './contents.ts';
import type { OtherPart } from './sbom.ts';
import { sbom } from './sbom.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
/** The folder of Debian's names for its libraries. */
const TRIPLETS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-linux-gnu',
  'linux-arm64': 'aarch64-linux-gnu',
};

/** Node needs it, and a small Debian does not have it. */
const ATOMIC = 'libatomic.so.1';
const ATOMIC_NOTICE = '/usr/share/doc/libatomic1/copyright';
/** The texts of the licence of libvips, which the archive contains as a library of its own. */
const LGPL_TEXTS = ['LGPL-3', 'GPL-3'].map((name) => `/usr/share/common-licenses/${name}`);

/** What packages contain for those who develop with them, and for other platforms. */
const PRUNED = [
  /\.(?:map|d\.[cm]?ts)$/,
  /^better-sqlite3\/(?:deps|src)\//,
  new RegExp(`^better-sqlite3/prebuilds/(?!${PLATFORM}\\.node$)`),
  /^(?:@[^/]+\/)?[^/]+\/(?:tests?|docs|examples|benchmarks?|\.github)\//,
  // Of the fonts, those that src/typesetting/fonts.ts names.
  /^dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(?:-Bold)?\.ttf$)/,
  /^@fontsource\/noto-emoji\/(?:files\/(?!noto-emoji-emoji-400-normal\.woff$)|.*\.css$)/,
];

// The loader looks beside Node for the library. With no PATH at all, sh still finds readlink.
const LAUNCHER = `#!/bin/sh
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
LD_LIBRARY_PATH="$root/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
exec "$root/lib/node" "$root/lib/formstead/bin/formstead.mjs" "$@"
`;

/** Returns why this machine cannot make the archive; undefined if it can. */
export function portableFault(): string | undefined {
  const needed = [atomicFile(), ATOMIC_NOTICE, ...LGPL_TEXTS];
  if (needed.every((file) => file !== undefined && existsSync(file))) return undefined;
  return 'it takes Debian or Ubuntu on x64 or arm64, with the package libatomic1';
}

const atomicFile = (): string | undefined => {
  const triplet = TRIPLETS[PLATFORM];
  return triplet === undefined ? undefined : `/usr/lib/${triplet}/${ATOMIC}`;
};

/** Returns the version in the package.json of the repository. */
export const ownVersion = (root: string): string =>
  String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);

export const portableName = (version: string): string => `formstead-${version}-${PLATFORM}`;

/**
 * Returns the files of the archive.
 * @param root of the repository, where the packages are installed
 * @param seconds time of the commit, in seconds since 1970
 */
export function portableFiles(root: string, contents: Contents, seconds: number) {
  const { own, released, parts, files } = contents;
  const node = readFileSync(join(root, 'node_modules/node/bin/node'));
  const atomic = readFileSync(atomicFile() ?? ATOMIC);
  const others = [nodePart(root, node), atomicPart(atomic)];
  const bill = `${JSON.stringify(sbom(own, parts, { seconds, others }), null, 2)}\n`;
  const texts: readonly (readonly [string, string | Buffer])[] = [
    ['licences/node', readFileSync(join(nodePackage(root), 'LICENSE'))],
    ['licences/libatomic1', readFileSync(ATOMIC_NOTICE)],
    ...LGPL_TEXTS.map(
      (file) => [`licences/${file.split('/').at(-1)}`, readFileSync(file)] as const,
    ),
    ['sbom.cdx.json', bill],
  ];
  const all: readonly ArchiveFile[] = [
    ...texts.map(([path, text]) => ({ path, bytes: Buffer.from(text), isExecutable: false })),
    { path: 'bin/formstead', bytes: Buffer.from(LAUNCHER), isExecutable: true },
    { path: 'lib/node', bytes: node, isExecutable: true },
    { path: `lib/${ATOMIC}`, bytes: atomic, isExecutable: false },
    ...files
      .filter(({ path }) => !path.startsWith('node_modules/'))
      // Who unpacks the archive looks for the manual at its top.
      .map((file) => ({
        ...file,
        path: isManual(file.path) ? file.path : `lib/formstead/${file.path}`,
      })),
    ...installedFiles(root, Object.keys(released)),
  ];
  return all.map((file) => ({ ...file, path: `${portableName(own.version)}/${file.path}` }));
}

/** Packages for other platforms are not installed. */
const installedFiles = (root: string, paths: readonly string[]): readonly ArchiveFile[] =>
  paths.filter((path) => existsSync(join(root, path))).flatMap((path) => filesOf(root, path));

function filesOf(root: string, path: string): readonly ArchiveFile[] {
  const folder = join(root, path);
  const name = path.split('node_modules/').at(-1) ?? path;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)node_modules\//.test(file))
    .filter((file) => !PRUNED.some((pattern) => pattern.test(`${name}/${file}`)))
    .map((file) => ({
      path: `lib/formstead/${path}/${file}`,
      bytes: readFileSync(join(folder, file)),
      isExecutable: false,
    }));
}

const nodePackage = (root: string): string =>
  join(root, 'node_modules/node/node_modules', `node-${PLATFORM}`);

function nodePart(root: string, bytes: Buffer): OtherPart {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'),
  );
  return {
    name: 'node',
    version: String(version),
    license: 'MIT',
    purl: `pkg:github/nodejs/node@v${version}`,
    sha256: digest(bytes),
  };
}

const atomicPart = (bytes: Buffer): OtherPart => ({
  name: ATOMIC,
  version: '1',
  license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  purl: 'pkg:generic/libatomic@1',
  sha256: digest(bytes),
});

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
