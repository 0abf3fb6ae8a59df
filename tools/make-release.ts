// `npm run release`: makes the files of a release in release/. From the same commit, they have the same bytes on every
// machine, so that anybody can check that a release was made from this source.
//
//   formstead-VERSION.tgz        for `npm install -g`, with the pages inside
//   formstead-VERSION.cdx.json   the software bill of materials
//   formstead-client-VERSION.tgz       the package @formstead/client, for programs that use the API
//   formstead-client-VERSION.cdx.json  its bill of materials
//   formstead-VERSION-PLATFORM.tar.gz   the same with Node inside, for the Linux that makes it
//   SHA256SUMS                   the checksums of all of them
//
// `npm run release:image` adds the container image.
//
// Why it exists: people run Formstead who do not want a git clone with everything that develops it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeArchive } from './make-release/archive.ts';
import { writeChecksums } from './make-release/checksums.ts';
import { clientPackage } from './make-release/client-package.ts';
import { type Contents, contentsOf } from './make-release/contents.ts';
import { portableFault, portableFiles, portableName } from './make-release/portable.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MAX_TARBALL_BYTES = 5_000_000;
const MAX_CLIENT_BYTES = 100_000;
const MAX_PORTABLE_BYTES = 75_000_000;

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** @throws Error if the release would contain something that is in no commit */
function requireCommitted(): void {
  const changed = git('status', '--porcelain');
  if (changed === '') return;
  throw new Error(
    `These files are not committed, so nobody could make this release again:\n${changed}\n` +
      'Commit them, or run npm run release -- --uncommitted to try it out.',
  );
}

async function makeTarball(folder: string, contents: Contents, seconds: number): Promise<void> {
  const { own, files, sbomText } = contents;
  const tarball = join(folder, `${own.name}-${own.version}.tgz`);
  await writeArchive(tarball, inPackage(files), seconds);
  requireAtMost(tarball, MAX_TARBALL_BYTES);
  writeFileSync(join(folder, `${own.name}-${own.version}.cdx.json`), sbomText);
}

async function makeClient(folder: string, version: string, seconds: number): Promise<void> {
  const { name, files, sbomText } = clientPackage(ROOT, version, seconds);
  const tarball = join(folder, `${name}-${version}.tgz`);
  await writeArchive(tarball, inPackage(files), seconds);
  requireAtMost(tarball, MAX_CLIENT_BYTES);
  writeFileSync(join(folder, `${name}-${version}.cdx.json`), sbomText);
}

/** npm expects the files of a package in this folder. */
const inPackage = (files: Contents['files']): Contents['files'] =>
  files.map((file) => ({ ...file, path: `package/${file.path}` }));

async function makePortable(folder: string, contents: Contents, seconds: number): Promise<void> {
  const fault = portableFault();
  if (fault !== undefined) {
    process.stderr.write(`The portable archive is left out: ${fault}.\n`);
    return;
  }
  const archive = join(folder, `${portableName(contents.own.version)}.tar.gz`);
  await writeArchive(archive, portableFiles(ROOT, contents, seconds), seconds);
  requireAtMost(archive, MAX_PORTABLE_BYTES);
}

function requireAtMost(file: string, limit: number): void {
  const { size } = statSync(file);
  if (size > limit) throw new Error(`${file} has ${size} bytes; the limit is ${limit}.`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      uncommitted: { type: 'boolean', default: false },
      'tarball-only': { type: 'boolean', default: false },
      out: { type: 'string', default: join(ROOT, 'release') },
    },
  });
  if (!values.uncommitted) requireCommitted();
  const seconds = Number(git('log', '-1', '--format=%ct'));
  rmSync(values.out, { recursive: true, force: true });
  mkdirSync(values.out, { recursive: true });
  const contents = await contentsOf(ROOT, seconds);
  await makeTarball(values.out, contents, seconds);
  await makeClient(values.out, contents.own.version, seconds);
  if (!values['tarball-only']) await makePortable(values.out, contents, seconds);
  process.stdout.write(writeChecksums(values.out));
}

main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
});
