import { nearest } from '#kernel/nearest.ts';
import type { SettingFault, SettingReference } from './setting-reference.ts';

const PREFIX = 'FORMSTEAD_';

/** Returns a fault for a variable that looks like a setting but is none; never shows its value. */
export function unknownFault(
  name: string,
  settings: readonly SettingReference[],
): SettingFault | undefined {
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

/** The fix for variables that Kubernetes sets in every pod if a Service is called "formstead". */
export const SERVICE_LINKS_FIX =
  'Kubernetes made it from a Service called "formstead": set enableServiceLinks: false in the pod.';

function fixOf(name: string, settings: readonly SettingReference[]): string {
  if (/^FORMSTEAD_(?:SERVICE_|PORT_\d+_(?:TCP|UDP))/.test(name)) return SERVICE_LINKS_FIX;
  const names = settings
    .flatMap((setting) =>
      setting.secret ? [setting.name, `${setting.name}_FILE`] : [setting.name],
    )
    .map((known) => known.slice(PREFIX.length));
  const near = nearest(name.slice(PREFIX.length), names);
  return near === undefined
    ? 'Remove it; docs/settings.md lists the settings.'
    : `Did you mean ${PREFIX}${near}?`;
}
