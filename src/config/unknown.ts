import type { Fault, SettingReference } from './setting.ts';

const PREFIX = 'FORMSTEAD_';
const MAX_COMPARED = 64;

/** A fault for a variable that looks like a setting and is none; its value is never shown. */
export function unknownFault(
  name: string,
  settings: readonly SettingReference[],
): Fault | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const bare = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : undefined;
  for (const setting of settings) {
    if (name === setting.name || (bare === setting.name && setting.secret)) return undefined;
  }
  if (bare !== undefined && settings.some((setting) => setting.name === bare)) {
    const problem = 'Only a secret can be read from a file.';
    return { name, problem, fix: `Set ${bare} itself.` };
  }
  return { name, problem: 'There is no such setting.', fix: fixOf(name, settings) };
}

/** What Kubernetes sets in every pod when a Service is called "formstead". */
export const SERVICE_LINKS_FIX =
  'Kubernetes made it from a Service called "formstead": set enableServiceLinks: false in the pod.';

function fixOf(name: string, settings: readonly SettingReference[]): string {
  if (/^FORMSTEAD_(?:SERVICE_|PORT_\d+_(?:TCP|UDP))/.test(name)) return SERVICE_LINKS_FIX;
  const names = settings.flatMap((setting) =>
    setting.secret ? [setting.name, `${setting.name}_FILE`] : [setting.name],
  );
  const [near] = names
    .map((candidate) => ({ candidate, distance: distanceOf(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const limit = Math.max(2, Math.floor((name.length - PREFIX.length) / 3));
  return near && near.distance <= limit
    ? `Did you mean ${near.candidate}?`
    : 'Remove it; docs/settings.md lists the settings.';
}

/** Levenshtein distance: how many letters must be added, removed or replaced. */
function distanceOf(a: string, b: string): number {
  if (a.length > MAX_COMPARED) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
