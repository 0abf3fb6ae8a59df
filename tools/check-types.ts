// `node tools/check-types.ts TSCONFIG CACHE`: checks types, again from the start if the global declarations are others.
//
// Why it exists: from the second time on, TypeScript 7.0 looks only at files that have changed or import one that has.
// A package that is reached for the first time may declare global types, as React declares an HTMLElement without
// members, and then files that nobody touched are wrong. It misses those (test/check-types.test.ts), so that a new clone
// failed where the check had passed. The cache is of this check alone: a run by hand would hide the difference from it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonValue, member } from '#kernel/json.ts';

const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

function check(project: string, cache: string): number {
  const args = [TSC, '-p', project, '--incremental', '--tsBuildInfoFile', cache];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

/** Returns the files with global declarations, as the last check has noted them; undefined before the first one. */
function globalsIn(cache: string): string | undefined {
  if (!existsSync(cache)) return undefined;
  const noted = parsed(readFileSync(cache, 'utf8'));
  const [names, infos] = isObject(noted)
    ? [member(noted, 'fileNames'), member(noted, 'fileInfos')]
    : [];
  if (!Array.isArray(names) || !Array.isArray(infos)) return undefined;
  const isGlobal = (info: JsonValue | undefined): boolean =>
    info !== undefined && isObject(info) && member(info, 'affectsGlobalScope') === true;
  return names
    .filter((_, at) => isGlobal(infos[at]))
    .toSorted()
    .join('\n');
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The check was killed while it wrote.
  }
}

const [project = 'tsconfig.json', cache = ''] = process.argv.slice(2);
const before = globalsIn(cache);
process.exitCode = check(project, cache);
if (before !== undefined && globalsIn(cache) !== before) {
  rmSync(cache, { force: true });
  process.exitCode = check(project, cache);
}
