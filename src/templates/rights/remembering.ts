import type { GroupsOfUser } from '#form-basics/index.ts';

/** Reads the groups of each user once, for the length of one request. */
export function remembering(directory: GroupsOfUser): GroupsOfUser {
  const known = new Map<string, Promise<readonly string[]>>();
  return {
    groupIdsOf(db, accountId, memberId) {
      const key = `${accountId}/${memberId}`;
      const groups = known.get(key) ?? directory.groupIdsOf(db, accountId, memberId);
      known.set(key, groups);
      return groups;
    },
    memberIdsOf: (db, accountId, groupIds) => directory.memberIdsOf(db, accountId, groupIds),
  };
}
