// Which licences a release may contain, and the notices that they ask for.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockEntry, nameAt, type Packages } from './lock-file.ts';

/** Licences that Apache-2.0 software may be distributed with, as SPDX identifiers. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
]);

/**
 * libvips, which sharp loads as a library of its own that anybody may replace, as the LGPL asks. Its builds for
 * Windows and WebAssembly are in packages of sharp.
 */
const MAY_BE_LGPL = /^@img\/sharp-(?:libvips-|win32-|wasm32$)/;
const LGPL = 'LGPL-3.0-or-later';

/** Packages whose manifest names no SPDX identifier; what it is was read in their licence file. */
const READ: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
};
const READ_AND_ALLOWED = new Set(['Bitstream-Vera']);

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** @returns an SPDX expression. @throws Error if the licence is not one that a release may contain */
export function licenceOf(path: string, entry: LockEntry): string {
  const name = nameAt(path);
  const licence = READ[name] ?? entry.license ?? 'unknown';
  const allowed = (id: string): boolean =>
    ALLOWED.has(id) || READ_AND_ALLOWED.has(id) || (id === LGPL && MAY_BE_LGPL.test(name));
  if (
    !licence
      .replace(/^\((.*)\)$/, '$1')
      .split(' AND ')
      .every(allowed)
  ) {
    throw new Error(
      `${name} has the licence ${licence}, which is not in the list of tools/make-release/licences.ts. ` +
        'Read the licence, then add it there or choose another package.',
    );
  }
  return licence;
}

/** A part of a release that somebody else made. */
export interface Part {
  readonly path: string;
  readonly entry: LockEntry;
  /** The folder of the release whose files contain it; undefined for one that is installed beside the program. */
  readonly bundledIn: 'lib' | 'web/dist' | undefined;
}

export const partsOf = (packages: Packages, bundledIn: Part['bundledIn']): readonly Part[] =>
  Object.entries(packages).map(([path, entry]) => ({ path, entry, bundledIn }));

/**
 * Returns the text of THIRD-PARTY.txt.
 * @param root a folder whose node_modules contains the packages. A build for one platform may not be
 *   installed there, so its licence is named, and its text is in the package.
 */
export function notices(root: string, parts: readonly Part[]): string {
  const listed = parts.map(({ path, entry, bundledIn }) => {
    const where = bundledIn === undefined ? 'installed with Formstead' : WHERE[bundledIn];
    return `${nameAt(path)} ${entry.version}: ${licenceOf(path, entry)} (${where})`;
  });
  const groups = new Map<string, string[]>();
  for (const { path, entry } of parts) {
    if (entry.optional === true) continue;
    const text = licenceTexts(join(root, path));
    const title = `${nameAt(path)} ${entry.version}`;
    if (text !== '') groups.set(text, [...(groups.get(text) ?? []), title]);
  }
  const texts = [...groups].map(
    ([text, titles]) => `${RULE}\n${[...new Set(titles)].join(', ')}\n\n${text}\n`,
  );
  const lines = [...new Set(listed)].sort();
  return `${INTRODUCTION}\n\n${lines.join('\n')}\n\n${texts.join('\n')}`;
}

const WHERE = { lib: 'in the program', 'web/dist': 'in the web pages' } as const;
const RULE = '-'.repeat(80);
const INTRODUCTION =
  'Formstead is licensed under Apache-2.0 (LICENSE). It contains, or installs, the following software of others.\n' +
  'The texts of their licences are below the list. Packages for one platform only contain the text themselves.';

function licenceTexts(folder: string): string {
  if (!existsSync(folder)) {
    throw new Error(`${folder} is not installed. Run npm ci, then npm run release again.`);
  }
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
