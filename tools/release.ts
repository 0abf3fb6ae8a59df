// `npm version` runs this (`preversion` and `version` in package.json). It turns the changelog's "Unreleased" section
// into the new version, and names the files of the new version where documents name those of a release; with --check it
// only checks, before anything changes.
//
// Why it exists: operators need to know what changed in a version, and copy the names of its files.
import { readFileSync, writeFileSync } from 'node:fs';

const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## [Unreleased]';

/**
 * Returns the changelog with everything unreleased moved under the version, and an empty "Unreleased" above it.
 * @param day date of the release, `YYYY-MM-DD`
 * @throws Error if nothing is unreleased, or the version exists already
 */
export function releaseChangelog(text: string, version: string, day: string): string {
  requireUnreleased(text);
  const heading = `## [${version}] - `;
  if (text.split('\n').some((line) => line.startsWith(heading))) {
    throw new Error(`${CHANGELOG} already has version ${version}. Choose another version.`);
  }
  return text.replace(UNRELEASED, () => `${UNRELEASED}\n\n${heading}${day}`);
}

/** The documents that name files and images of a release. */
export const NAMING = [
  'README.md',
  'client/README.md',
  'deploy/Containerfile',
  'deploy/compose.yaml',
  'docs/operations.md',
];

/** Matches the name of a file or an image of a release, with its version: `formstead-0.1.0.tgz`, `formstead:0.1.0`. */
export const RELEASE_FILE = /\b(formstead(?:-client)?[-:])(\d+\.\d+\.\d+)\b/g;

/** Returns the document with the files of the version in place of those of another one. */
export const nameFiles = (text: string, version: string): string =>
  text.replaceAll(RELEASE_FILE, (_, name: string) => name + version);

/** @throws Error if nothing is written under "Unreleased"; headings alone do not count */
export function requireUnreleased(text: string): void {
  const lines = text.split('\n');
  const start = lines.indexOf(UNRELEASED);
  if (start === -1) throw new Error(`${CHANGELOG} has no line "${UNRELEASED}". Add it at the top.`);
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => line.startsWith('## '));
  const section = end === -1 ? after : after.slice(0, end);
  if (section.every((line) => line.trim() === '' || line.startsWith('#'))) {
    throw new Error(
      `Nothing is written under "Unreleased" in ${CHANGELOG}. Write what changes for those who run Formstead.`,
    );
  }
}

function main(args: readonly string[]): void {
  const text = readFileSync(CHANGELOG, 'utf8');
  if (args.includes('--check')) {
    requireUnreleased(text);
    return;
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, releaseChangelog(text, String(version), day));
  for (const path of NAMING) {
    writeFileSync(path, nameFiles(readFileSync(path, 'utf8'), String(version)));
  }
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  }
}
