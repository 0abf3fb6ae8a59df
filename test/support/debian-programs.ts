// Programs that the tests of docs/operations.md run: proxies for Formstead, and a pooler for its database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Each is in the Debian package of the same name. */
const PROGRAMS = ['nginx', 'haproxy', 'caddy', 'pgbouncer'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Searched besides PATH, which has no folders of system services for ordinary users. */
const CANDIDATES = [
  '/usr/sbin',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
];

export const missingPrograms = (): readonly Program[] =>
  PROGRAMS.filter((program) => pathOf(program) === undefined);

export const programsMissing = (missing: readonly Program[]): string =>
  [
    `The tests of what stands in front of Formstead found no ${missing.join(', ')}.`,
    `  Debian, Ubuntu:  sudo apt-get install ${missing.join(' ')}`,
    `  macOS:           brew install ${missing.join(' ')}`,
  ].join('\n');

/** Returns the path of the program. @throws if it is not installed, saying how to install it */
export function findProgram(program: Program): string {
  const path = pathOf(program);
  if (path === undefined) throw new Error(programsMissing([program]));
  return path;
}

const pathOf = (program: Program): string | undefined =>
  [...(process.env['PATH'] ?? '').split(':'), ...CANDIDATES]
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
