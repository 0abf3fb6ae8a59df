// The program of a released version, from its commit, with the packages of its own lock file.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Release } from './released.ts';

const run = promisify(execFile);
const MOST_BYTES = 100_000_000;

/** Installs and builds the program in a folder that is deleted after the test. @returns the folder */
export async function installRelease(t: TestContext, release: Release): Promise<string> {
  const commit = await commitOf(release);
  const folder = await mkdtemp(join(tmpdir(), 'formstead-released-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'source.tar');
  await run('git', ['archive', `--output=${archive}`, commit]);
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`]);
  const options = { cwd: folder, maxBuffer: MOST_BYTES };
  await run('npm', ['ci', '--no-audit', '--no-fund'], options);
  await run('npm', ['run', 'build'], options);
  return folder;
}

/** Returns the commit of its source. A clone without tags has it too: `npm version` commits the kept database with it. */
async function commitOf({ version, ref }: Release): Promise<string> {
  const isHere = await run('git', ['cat-file', '-e', `${ref}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (isHere) return ref;
  const kept = `test/released/${version}/release.json`;
  const added = ['log', '-1', '--diff-filter=A', '--format=%H', '--', kept];
  const { stdout } = ref === `v${version}` ? await run('git', added) : { stdout: '' };
  if (stdout.trim() !== '') return stdout.trim();
  throw new Error(
    `The source of ${version} (${ref}) is not in this clone. Fetch it: git fetch --unshallow --tags`,
  );
}
