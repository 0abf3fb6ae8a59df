// Small disks that a test may fill, seen by nobody else: `unshare -rm`, on Linux.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Whether a test may mount one here. */
export const mayMount = (): boolean =>
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/tmp']).status === 0;

interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs lines of a shell with a disk of their own at `$DISK`. `$NODE $CLI` is the command. */
export function onSmallDisk(
  lines: string,
  options = 'size=1m',
  env: Readonly<Record<string, string>> = {},
): Said {
  const DISK = mkdtempSync(join(tmpdir(), 'formstead-small-disk-'));
  const script = `mount -t tmpfs -o ${options} none "$DISK" || exit 70\n${lines}`;
  const CLI = resolve(import.meta.dirname, '../../src/cli.ts');
  const { status, stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, CLI, DISK, ...env },
  });
  rmdirSync(DISK);
  return { status, stdout, stderr };
}
