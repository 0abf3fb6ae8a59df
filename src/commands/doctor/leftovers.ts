import { quoted } from '#commands/shell/text.ts';
import { measure } from '#commands/work-folder/measure.ts';
import { notedFolders } from '#commands/work-folder/noted-folders.ts';
import { findIncomplete } from '#commands/work-folder/placed-folder.ts';
import {
  BACKUP_TO,
  COPY,
  RESTORE,
  UNFINISHED,
  UPGRADE,
  workFoldersIn,
  workState,
} from '#commands/work-folder/work-folder.ts';
import type { Settings } from '#config/settings.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { ok, warning } = findingsOf('leftovers');
const MB = 1_000_000;

interface Found {
  readonly path: string;
  readonly command: string;
}

/** Names what commands left behind when they were killed. What a command still uses is left out. */
export const checkLeftovers: Check = async ({ world, settings }) => {
  const findings: Finding[] = [];
  for (const found of await findWorkFolders(settings)) {
    findings.push(...(await check(found, world.clock.now())));
  }
  return findings.length > 0 ? findings : [ok('no command that was killed has left anything')];
};

async function findWorkFolders({ server, backups }: Settings): Promise<readonly Found[]> {
  const { dataDir } = server;
  const found = new Map<string, Found>();
  const add = (paths: readonly string[], command: string): void => {
    for (const path of paths) found.set(path, { path, command });
  };
  for (const folder of new Set([dataDir, backups?.folder ?? dataDir])) {
    for (const kind of [RESTORE, UPGRADE, COPY, UNFINISHED, BACKUP_TO]) {
      add(await workFoldersIn(folder, kind), kind.command);
    }
  }
  add(await notedFolders(dataDir), BACKUP_TO.command);
  return [...found.values()];
}

async function check({ path, command }: Found, now: number): Promise<readonly Finding[]> {
  const state = await workState(path, now);
  if (state === 'runs') return [];
  const incomplete = await findIncomplete(path);
  // What is placed goes first: the work folder notes that it is incomplete.
  const paths = incomplete === undefined ? [path] : [incomplete, path];
  const left = (await Promise.all(paths.toReversed().map(sized))).join(' and ');
  const remove = `rm -r ${paths.map(quoted).join(' ')}`;
  if (state === 'unknown') {
    return [
      warning(
        `${command} may use ${left} on another machine, or was killed and left it`,
        `if it runs nowhere, delete it: ${remove}; or run ${command} again when nothing in it has changed for a day`,
      ),
    ];
  }
  return [
    warning(
      `${command} was killed and left ${left}`,
      `run ${command} again, which deletes it, or delete it: ${remove}`,
    ),
  ];
}

const sized = async (path: string): Promise<string> =>
  `${path} (${((await measure(path)).bytes / MB).toFixed(1)} MB)`;
