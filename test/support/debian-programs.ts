// Programs that the tests of docs/operations.md run: proxies for Formstead, a pooler for its database, an authority that
// issues its certificate, a reader of PDFs, and, in `npm run test:deep`, a Prometheus that watches it and what makes and runs its image.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Most are in the Debian package of the same name. */
const PROGRAMS = [
  'nginx',
  'haproxy',
  'caddy',
  'pgbouncer',
  'pebble',
  'pebble-challtestsrv',
  'pdftotext',
] as const;
/** Debian's package `prometheus` also has promtool, which checks rules; systemd-analyze reads units. */
const DEEP_PROGRAMS = [
  'prometheus',
  'promtool',
  'systemd-analyze',
  'mmdebstrap',
  'buildah',
  'podman',
  'crun',
] as const;
export type Program = (typeof PROGRAMS)[number] | (typeof DEEP_PROGRAMS)[number];

const PACKAGES: Partial<Readonly<Record<Program, string>>> = {
  pdftotext: 'poppler-utils',
  promtool: 'prometheus',
  'pebble-challtestsrv': 'pebble',
  'systemd-analyze': 'systemd',
};
const packageOf = (program: Program): string => PACKAGES[program] ?? program;

/** Searched besides PATH, which has no folders of system services for ordinary users. */
const CANDIDATES = [
  '/usr/sbin',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
];

/** @param deep whether the tests of `npm run test:deep` run, too */
export const missingPrograms = (deep: boolean): readonly Program[] =>
  [...PROGRAMS, ...(deep ? DEEP_PROGRAMS : [])].filter((program) => pathOf(program) === undefined);

/** Returns the Debian packages of these programs. */
export const packagesOf = (programs: readonly Program[]): readonly string[] => [
  ...new Set(programs.map(packageOf)),
];

export const programsMissing = (missing: readonly Program[]): string =>
  [
    `The tests of what stands in front of Formstead found no ${missing.join(', ')}.`,
    `  Debian, Ubuntu:  sudo apt-get install ${packagesOf(missing).join(' ')}`,
    `  macOS:           brew install ${packagesOf(missing).join(' ')}`,
  ].join('\n');

export const hasProgram = (program: Program): boolean => pathOf(program) !== undefined;

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
