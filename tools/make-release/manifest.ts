// package.json and npm-shrinkwrap.json of a release.
import { BUNDLE, INSTALLED } from './bundle.ts';
import { nameAt, type Packages, reachable } from './lock-file.ts';

/** What a release takes from our own package.json. */
export interface OwnManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

const BIN = { formstead: 'bin/formstead.mjs' };

/**
 * Returns the packages that a release installs, beside those in its bundle.
 * @throws Error if two versions of one are needed: npm heeds the shrinkwrap of a package from a registry, but not that of
 *   a tarball, so only dependencies of the release itself say which version is installed
 */
export function releasedPackages(packages: Packages): Packages {
  const released = reachable(packages, INSTALLED);
  const twice = Object.entries(released).find(
    ([path, { optional }]) => path.includes('/node_modules/') && !optional,
  );
  if (!twice) return released;
  throw new Error(`The release needs ${twice[0]} beside another version, which it can not pin.`);
}

/** Builds for one platform are not listed: the packages that choose one name its exact version. */
function pinned(released: Packages): Readonly<Record<string, string>> {
  const named = Object.entries(released).filter(([, { optional }]) => !optional);
  return Object.fromEntries(named.map(([path, { version = '' }]) => [nameAt(path), version]));
}

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
    // npm leaves a shrinkwrap out of a package that it packs again, unless it is named here.
    files: [
      'bin',
      BUNDLE,
      'client',
      'deploy',
      'docs',
      'monitoring',
      'src',
      'tools',
      'web',
      'npm-shrinkwrap.json',
      'THIRD-PARTY.txt',
      'sbom.cdx.json',
    ],
    dependencies: pinned(released),
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
