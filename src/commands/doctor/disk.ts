import { access, constants, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { spaceOf } from '#kernel/free-space.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { ok, warning, fault } = findingsOf('disk');
const MB = 1_000_000;
const GB = 1000 * MB;
const FAULT_BELOW = 50 * MB;
const WARN_BELOW = 500 * MB;
const WARN_SHARE = 0.05;
/** On a large disk, this much free space is enough even below the warning share. */
const PLENTY = 20 * GB;

/** Checks that the data directory is writable and has enough free space. */
export const checkDisk: Check = async ({ settings }) => {
  const { dataDir } = settings.server;
  const home = await nearestExisting(dataDir);
  const problem = await findWriteProblem(home);
  const { free, total } = await spaceOf(home);
  return [
    problem === undefined
      ? ok(
          home === dataDir ? `${dataDir} can be written` : `${dataDir} will be made at first start`,
        )
      : unwritable(home, problem),
    checkSpace(free, total),
  ];
};

const NO_ROOM: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

function unwritable(home: string, problem: string): Finding {
  const full = NO_ROOM[problem];
  if (full !== undefined) {
    return fault(
      `${home} can't be written: ${full}`,
      'make room: leftovers of killed commands, old log files, backups on the same disk; never formstead.db-wal',
    );
  }
  return fault(
    `${home} can't be written (${problem})`,
    'give the directory to the user of the service, or set FORMSTEAD_DATA_DIR to another one',
  );
}

/** Judges the free space of a disk; both sizes are in bytes. */
export function checkSpace(free: number, total: number): Finding {
  const what = `${readable(free)} of ${readable(total)} are free`;
  const fix = 'make room: a full disk stops every write';
  if (free < FAULT_BELOW) return fault(what, fix);
  const isLittle = free < WARN_BELOW || (free < total * WARN_SHARE && free < PLENTY);
  return isLittle ? warning(what, fix) : ok(what);
}

const readable = (bytes: number): string =>
  bytes < GB ? `${Math.floor(bytes / MB)} MB` : `${(bytes / GB).toFixed(1)} GB`;

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const isRoot = dirname(path) === path;
    if (isRoot || !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
    return nearestExisting(dirname(path));
  }
}

async function findWriteProblem(directory: string): Promise<string | undefined> {
  try {
    await access(directory, constants.W_OK | constants.X_OK);
    const probe = await mkdtemp(join(directory, '.doctor-'));
    try {
      await writeFile(join(probe, 'probe'), 'probe');
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
    return undefined;
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}
