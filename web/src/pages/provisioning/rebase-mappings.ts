import type { RoleMapping } from '#web/api/provisioning.ts';

/**
 * Returns the mappings that somebody else has saved, with what was changed here since `base` applied to them. A mapping
 * that they removed stays removed, so that nobody gets back a role that was just taken away.
 */
export function rebaseMappings(
  base: readonly RoleMapping[],
  mine: readonly RoleMapping[],
  theirs: readonly RoleMapping[],
): readonly RoleMapping[] {
  const before = byGroup(base);
  const changed = byGroup(mine);
  const kept = theirs.flatMap((each) => {
    const was = before.get(each.groupId);
    const now = changed.get(each.groupId);
    if (was && !now) return [];
    return now && now.role !== was?.role ? { ...each, role: now.role } : each;
  });
  const known = byGroup([...base, ...theirs]);
  const all = [...kept, ...mine.filter(({ groupId }) => !known.has(groupId))];
  const isSame =
    all.length === theirs.length && all.every(({ role }, i) => role === theirs[i]?.role);
  return isSame ? theirs : all;
}

const byGroup = (mappings: readonly RoleMapping[]): ReadonlyMap<string, RoleMapping> =>
  new Map(mappings.map((each) => [each.groupId, each]));
