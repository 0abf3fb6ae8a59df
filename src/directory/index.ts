/**
 * The directory: accounts, users, groups, membership and passwords, and every rule about them:
 * break-glass admin, adoption, last admin, what a deactivation or a deletion ends. It is
 * the truth that the SCIM interface and the web app both show.
 *
 * It knows no HTTP, no SCIM syntax (attributes arrive canonical) and nothing of forms. A deletion
 * revokes the credentials acting as the user, so it writes that one column of another domain's table.
 */

export type { ComparableText, Comparisons, IndexedColumn } from './attributes/folding.ts';
export { GROUP_COLUMNS } from './attributes/index-group.ts';
export { INDEXED_VALUES, USER_COLUMNS } from './attributes/index-user.ts';
export { shownEmail } from './attributes/shown-email.ts';
export type { UniqueAttributes } from './attributes/unique-values.ts';
export { changeAttributes, shownAttributes } from './attributes/user-attributes.ts';
export { createDirectory, type Directory } from './create-directory.ts';
export { selectEndedRoleMappings } from './groups/ended-role-mappings.store.ts';
export type { GroupChange, MemberChange, UnknownMembers } from './groups/group-inputs.ts';
export type { MemberCondition } from './groups/memberships.store.ts';
export { findByExternalId, findNamed } from './groups/waiting-members.store.ts';
export { openBreachedPasswords } from './passwords/breached-passwords.ts';
export { openPasswords } from './passwords/open-passwords.ts';
export {
  DEFAULT_MIN_LENGTH,
  type PasswordPolicy,
} from './passwords/password-policy.ts';
export { createPasswords, type Passwords } from './passwords/passwords.ts';
export { type GroupRow, groupColumns } from './rows/groups.store.ts';
export type {
  Account,
  Group,
  GroupLink,
  Member,
  Role,
  SecondFactorState,
  SignIn,
  SignInAccount,
  User,
  UserText,
  UserView,
  WrittenGroup,
} from './rows/records.ts';
export { groupsToFind, usersToFind } from './rows/search-sources.store.ts';
export { type UserRow, userColumns } from './rows/users.store.ts';
export { selectFreeNames } from './uniqueness/free-names.store.ts';
export {
  findUniquenessFaults,
  indexStoredValues,
  isIndexedAs,
  resourcesWith,
  type StoredResource,
  type UniquenessFault,
} from './uniqueness/stored-values.store.ts';
export {
  forgetUniqueValues,
  lockUniqueRules,
  readUniqueRules,
  saveUniqueRules,
  type UniqueRules,
} from './uniqueness/unique-rules.store.ts';
export { readDirectoryNames } from './users/directory-names.store.ts';
export { isMeantBy, listByExternalId } from './users/external-ids.store.ts';
export { forgetNames } from './users/forget-names.ts';
export {
  eraseFormerUser,
  type FormerUser,
  findFormerUserByName,
  otherNamesOf,
  readFormerUser,
  readOtherNames,
  sealedNames,
  selectFormerUsers,
} from './users/former-users.store.ts';
export type { SyncRules } from './users/sync-rules.store.ts';
export type { NewUser, UserChange } from './users/user-inputs.ts';
export {
  hasBreakGlassAdmin,
  keepBreakGlass,
  requireOtherBreakGlass,
} from './ways-in/break-glass.store.ts';
export {
  type SecondFactorRow,
  secondFactorColumns,
  secondFactorState,
} from './ways-in/second-factor-state.store.ts';
export { isBySsoOnly } from './ways-in/sign-in.store.ts';
export { keepAdminWayIn, keepWayIn, requireOtherAdminWithWayIn } from './ways-in/ways-in.store.ts';
