/**
 * The directory: accounts, users, groups, membership and passwords, and every rule about them:
 * break-glass admin, adoption, last admin, what a deactivation or a deletion ends. It is
 * the truth that the SCIM interface and the web app both show.
 *
 * It knows no HTTP, no SCIM syntax (attributes arrive canonical) and nothing of forms. A deletion
 * revokes the credentials acting as the user, so it writes that one column of another domain's table.
 */

export { openBreachedPasswords } from './breached-passwords.ts';
export { hasBreakGlassAdmin, keepBreakGlass, requireOtherBreakGlass } from './break-glass.store.ts';
export { createDirectory, type Directory } from './create-directory.ts';
export type { DirectoryDeps, Removal } from './deps.ts';
export { readDirectoryNames } from './directory-names.store.ts';
export { selectEndedRoleMappings } from './ended-role-mappings.store.ts';
export { isMeantBy, listByExternalId } from './external-ids.store.ts';
export type { ComparableText, Comparisons, IndexedColumn } from './folding.ts';
export { forgetNames } from './forget-names.ts';
export {
  eraseFormerUser,
  type FormerUser,
  findFormerUserByName,
  listFormerUsers,
  otherNamesOf,
  readFormerUser,
  readOtherNames,
  sealedNames,
} from './former-users.store.ts';
export { selectFreeNames } from './free-names.store.ts';
export type { GroupChange, MemberChange, NewGroup, UnknownMembers } from './group-inputs.ts';
export { type GroupRow, groupColumns } from './groups.store.ts';
export { GROUP_COLUMNS } from './index-group.ts';
export { INDEXED_VALUES, USER_COLUMNS } from './index-user.ts';
export type { MemberCondition } from './memberships.store.ts';
export { openPasswords } from './open-passwords.ts';
export {
  DEFAULT_MIN_LENGTH,
  type PasswordPolicy,
} from './password-policy.ts';
export {
  createPasswords,
  type PasswordCost,
  type PasswordOptions,
  type Passwords,
} from './passwords.ts';
export type {
  Account,
  Group,
  GroupLink,
  Manager,
  Member,
  MemberInput,
  Origin,
  PasswordMinLength,
  Role,
  SecondFactorState,
  SignIn,
  SignInAccount,
  SignInSearch,
  User,
  UserText,
  UserView,
  Visibility,
  WrittenGroup,
} from './records.ts';
export type { RoleMapping } from './role-mappings.store.ts';
export { groupsToFind, usersToFind } from './search-sources.store.ts';
export {
  type SecondFactorRow,
  secondFactorColumns,
  secondFactorState,
} from './second-factor-state.store.ts';
export { shownEmail } from './shown-email.ts';
export { isBySsoOnly } from './sign-in.store.ts';
export {
  findUniquenessFaults,
  indexStoredValues,
  isIndexedAs,
  resourcesWith,
  type StoredResource,
  type UniquenessFault,
} from './stored-values.store.ts';
export type { SyncRules } from './sync-rules.store.ts';
export {
  forgetValues,
  lockUniqueRules,
  readUniqueRules,
  saveUniqueRules,
  type UniqueRules,
} from './unique-rules.store.ts';
export type { UniqueAttributes } from './unique-values.ts';
export { changeAttributes, shownAttributes } from './user-attributes.ts';
export type { NewUser, UserChange } from './user-inputs.ts';
export { type UserRow, userColumns } from './users.store.ts';
export { findByExternalId, findNamed } from './waiting-members.store.ts';
export { keepAdminWayIn, keepWayIn, requireOtherAdminWithWayIn } from './ways-in.store.ts';
