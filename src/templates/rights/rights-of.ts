import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { selectGrants, selectRightsOn } from './grants.store.ts';
import { type Grant, joinRights, type Rights } from './rights.ts';

// The only place that says what somebody may do with a template and its forms
// (docs/decisions/0067-rights-per-template.md). Lists, single reads, writes, exports and webhooks ask here.

/** Returns the subjects whose grants apply to a viewer: the user, their groups (nested ones included), their roles. */
export async function subjectsOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<readonly string[]> {
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return subjectsWith(viewer, groups);
}

/** Like {@link subjectsOf}, for a viewer whose groups are known. */
export const subjectsWith = (
  { userId, role }: Viewer,
  groups: readonly string[],
): readonly string[] => [
  'everyone',
  ...(role === 'member' ? [] : ['designers']),
  userId,
  ...groups,
];

/** Returns what a viewer may do with a template and its forms. */
export const rightsOf = async (
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<Rights> => (await standingOf(db, directory, viewer, templateId)).rights;

/** Like {@link rightsOf}, with the groups of the viewer. */
export async function standingOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<{ readonly rights: Rights; readonly groups: readonly string[] }> {
  const [groups, grants] = await Promise.all([
    directory.groupIdsOf(db, viewer.accountId, viewer.userId),
    selectGrants(db, viewer.accountId, templateId),
  ]);
  return { groups, rights: usable(viewer, grantedTo(subjectsWith(viewer, groups), grants)) };
}

/** Like {@link rightsOf}, for a viewer whose groups are known. */
export async function rightsWith(
  db: Reader,
  viewer: Viewer,
  templateId: string,
  groups: readonly string[],
): Promise<Rights> {
  const grants = await selectGrants(db, viewer.accountId, templateId);
  return usable(viewer, grantedTo(subjectsWith(viewer, groups), grants));
}

const grantedTo = (subjects: readonly string[], grants: readonly Grant[]): readonly Rights[] =>
  grants.filter(({ subject }) => subjects.includes(subject));

/** Like {@link rightsOf}, for several templates. */
export async function rightsOnEach(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateIds: readonly string[],
): Promise<(templateId: string) => Rights> {
  const subjects = await subjectsOf(db, directory, viewer);
  const found = await selectRightsOn(db, viewer.accountId, templateIds, subjects);
  return (id) => usable(viewer, found.get(id) ?? []);
}

/** Returns what the grants allow the viewer: managing is for designers and admins only. */
function usable({ role }: Viewer, all: readonly Rights[]): Rights {
  const rights = joinRights(all);
  return { ...rights, manage: rights.manage && role !== 'member' };
}
