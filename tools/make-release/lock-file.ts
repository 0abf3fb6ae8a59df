// Reads the production part of package-lock.json, without asking a registry: what is released is what was tested.

/** An entry of package-lock.json. */
export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Entries of a lock file by their path, such as `node_modules/pg`. */
export type Packages = Readonly<Record<string, LockEntry>>;

/**
 * Returns everything that the named packages need, in the order of the lock file. Flags that only make sense beside
 * development packages are removed.
 * @throws Error if a package that is needed is not in the lock file
 */
export function reachable(packages: Packages, names: readonly string[]): Packages {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const entry = packages[path] ?? {};
    for (const name of neededBy(entry)) {
      const next = resolveFrom(packages, path, name);
      if (next !== undefined) follow(next);
      else if (!isOptional(entry, name)) throw missing(name, path);
    }
  };
  for (const name of names) {
    const path = `node_modules/${name}`;
    if (packages[path] === undefined) throw missing(name, 'package.json');
    follow(path);
  }
  const kept = Object.entries(packages).filter(([path]) => found.has(path));
  return Object.fromEntries(kept.map(([path, entry]) => [path, withoutFlags(entry)]));
}

const missing = (name: string, by: string): Error =>
  new Error(
    `package-lock.json has no ${name}, which ${by} needs. Run npm install, then commit the lock file.`,
  );

const isOptional = (entry: LockEntry, name: string): boolean =>
  entry.optionalDependencies?.[name] !== undefined ||
  entry.peerDependenciesMeta?.[name]?.optional === true;

const neededBy = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockEntry): readonly string[] => [
  ...Object.keys(dependencies),
  ...Object.keys(optionalDependencies),
  // An optional peer is used if it is there, and nothing installs it.
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
];

/** Searches as Node does: in the package itself, then in each folder above it. */
function resolveFrom(packages: Packages, path: string, name: string): string | undefined {
  const parts = path.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const folder = parts.slice(0, depth).join('/node_modules/');
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
  }
  return undefined;
}

/** Such as `devOptional`, which npm derives again from what the lock file contains. */
function withoutFlags(entry: LockEntry): LockEntry {
  const left = Object.entries(entry).filter(([key]) => !['dev', 'devOptional'].includes(key));
  return Object.fromEntries(left);
}

/** Returns the name of the package at a path: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameAt = (path: string): string => path.split('node_modules/').at(-1) ?? path;
