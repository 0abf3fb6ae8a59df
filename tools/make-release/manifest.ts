// package.json and npm-shrinkwrap.json of a release.
import { type LockEntry, nameAt, type Packages, reachable } from './lock-file.ts';

/** What a release takes from our own package.json. */
export interface OwnManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** `npm install` of a release runs on the Node that is there, and does not bring another one (210 MB). */
const NOT_RELEASED = 'node';
const BIN = { formstead: 'bin/formstead.mjs' };

const installed = ({ dependencies }: OwnManifest): readonly string[] =>
  Object.keys(dependencies).filter((name) => name !== NOT_RELEASED);

/** Returns the packages that a release installs. */
export const releasedPackages = (own: OwnManifest, packages: Packages): Packages =>
  reachable(packages, installed(own));

/**
 * Returns every package that the release needs, with its one version. npm heeds the shrinkwrap of a package from a
 * registry, but not that of a tarball, and would install the newest versions that the dependencies of our dependencies
 * allow. Builds for one platform are not listed: the packages that choose one name its exact version.
 */
function pinned(released: Packages): Readonly<Record<string, string>> {
  const top = Object.entries(released).filter(([path, entry]) => isOnTop(path) && !entry.optional);
  return Object.fromEntries(top.map(([path, { version = '' }]) => [nameAt(path), version]));
}

/**
 * Returns the packages that need another version of something than the pinned one, and name a range of versions. Only
 * the release itself can say which version that is, by containing both, and all that they need.
 */
export function bundled(released: Packages): readonly string[] {
  const parents = Object.entries(released)
    .filter(([path, { optional }]) => !isOnTop(path) && !optional)
    .filter(([path, entry]) => !isExact(released[parentOf(path)], nameAt(path), entry))
    .map(([path]) => nameAt(path.split('/node_modules/', 1)[0] ?? path));
  // npm expects everything that a package in the release needs to be in the release as well.
  return Object.keys(reachable(released, [...new Set(parents)]))
    .filter(isOnTop)
    .map(nameAt);
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/node_modules/'));

const isExact = (parent: LockEntry | undefined, name: string, { version }: LockEntry): boolean =>
  parent?.dependencies?.[name] === version;

const isOnTop = (path: string): boolean => !path.includes('/node_modules/');

/** Returns the package.json of a release: no scripts, no development dependencies. */
export function releaseManifest(own: OwnManifest, released: Packages, neededMajor: number): object {
  const { name, version, description, license } = own;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: `>=${neededMajor}` },
    bin: BIN,
    imports: { '#*': './src/*' },
    // npm leaves a shrinkwrap out of a package that it packs again, unless it is named here.
    files: [
      'bin',
      'src',
      'tools',
      'web',
      'npm-shrinkwrap.json',
      'THIRD-PARTY.txt',
      'sbom.cdx.json',
    ],
    dependencies: pinned(released),
    bundleDependencies: bundled(released),
  };
}

/** Returns the npm-shrinkwrap.json, with which `npm ci` checks the digest of each package. */
export function shrinkwrap(own: OwnManifest, released: Packages, neededMajor: number): object {
  const { name, version, license } = own;
  const dependencies = pinned(released);
  const engines = { node: `>=${neededMajor}` };
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, license, dependencies, bin: BIN, engines }, ...released },
  };
}
