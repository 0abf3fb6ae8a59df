// Whether web/dist was built from web/, and from what the pages take of src/, as they are now. Plain
// JavaScript for Node 20, because the launcher asks before there is anything else to run.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The file of web/dist that says what it was built from. */
export const STAMP = '.built-from';

/**
 * `missing`: there are no pages. `stale`: they were built from other sources than those beside them. A
 * package without the sources brings pages that are current.
 * @param {string} root of the repository or package
 * @returns {Promise<'current' | 'missing' | 'stale'>}
 */
export async function pagesState(root) {
  const dist = join(root, 'web', 'dist');
  if (!existsSync(join(dist, 'index.html'))) return 'missing';
  if (!hasPageSources(root)) return 'current';
  const stamp = join(dist, STAMP);
  if (!existsSync(stamp)) return 'stale';
  return (await readFile(stamp, 'utf8')) === (await fingerprint(root)) ? 'current' : 'stale';
}

/** @param {string} root */
export const hasPageSources = (root) => existsSync(join(root, 'web', 'index.html'));

/**
 * Of everything that the built files depend on.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function fingerprint(root) {
  const top = resolve(root);
  const web = join(top, 'web');
  const others = [join(web, 'dist'), join(web, 'styleguide')];
  const entries = await readdir(web, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(
      (file) => !/\.(?:test\.ts|md)$/.test(file) && !others.some((other) => file.startsWith(other)),
    )
    .sort();
  const texts = await readAll(sources);
  const shared = await importedFrom(join(top, 'src'), texts);
  const lock = await readAll([join(top, 'package-lock.json')]);
  const hash = createHash('sha256');
  for (const [file, bytes] of [...texts, ...shared, ...lock]) {
    hash.update(file.slice(top.length)).update(bytes);
  }
  return hash.digest('hex');
}

const readAll = (files) =>
  Promise.all(files.map(async (file) => /** @type {const} */ ([file, await readFile(file)])));

const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from '((?:#|\.\.?\/)[^']+)';/gm;

/** Files of the server that are part of the pages, because they import more of them than types. */
async function importedFrom(src, sources) {
  const found = new Map();
  const follow = async ([file, bytes]) => {
    for (const [, specifier] of bytes.toString().matchAll(IMPORT)) {
      const isShared = specifier.startsWith('#');
      const path = isShared ? join(src, specifier.slice(1)) : join(dirname(file), specifier);
      if (!path.startsWith(src) || found.has(path) || !existsSync(path)) continue;
      const imported = await readFile(path);
      found.set(path, imported);
      await follow([path, imported]);
    }
  };
  for (const source of sources) if (/\.tsx?$/.test(source[0])) await follow(source);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
