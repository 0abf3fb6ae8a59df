import type { Reader } from '#db/database.ts';
import { fold } from '#kernel/text.ts';
import { changeGroup } from './groups/change-group.ts';
import { createGroup } from './groups/create-group.ts';
import { dismissEndedRoleMapping } from './groups/dismiss-ended-role-mapping.ts';
import { selectEndedRoleMappings } from './groups/ended-role-mappings.store.ts';
import { roleGivenBy, setRoleMappings } from './groups/follow-role-mappings.ts';
import { groupIdsOf, memberIdsOf, readGroupLinks } from './groups/group-links.store.ts';
import { processWaitingMembers } from './groups/join-waiting-groups.ts';
import { readMembers } from './groups/members.store.ts';
import { removeGroup } from './groups/remove-group.ts';
import { selectRoleMappings } from './groups/role-mappings.store.ts';
import {
  countAccounts,
  createAccount,
  findAccountByCode,
  listAccounts,
  readAccount,
  setBasicAllowed,
  setPasswordMinLength,
  setTimeZone,
} from './rows/accounts.store.ts';
import type { DirectoryDeps } from './rows/deps.ts';
import { readGroup, toGroup } from './rows/groups.store.ts';
import { toUser } from './rows/users.store.ts';
import { setBlocked } from './users/block-user.ts';
import {
  closeToProvisioning,
  openToProvisioning,
  setActive,
  setPasswordHash,
  setRole,
} from './users/change-access.ts';
import { changeUser } from './users/change-user.ts';
import { createUser } from './users/create-user.ts';
import { findManagers } from './users/managers.store.ts';
import {
  findUserByName,
  parseAttributes,
  readPasswordHash,
  readUser,
  readUserText,
} from './users/read-user.store.ts';
import { removeUser } from './users/remove-user.ts';
import { restoreUser } from './users/restore-user.ts';
import { activeAmong, managerOf } from './users/reviewers.store.ts';
import { countMembers, readSyncRules } from './users/sync-rules.store.ts';
import { findSignIn, replacePasswordHash, signsInBySsoOnly } from './ways-in/sign-in.store.ts';

/**
 * The functions of the directory. Reads take the database or a transaction; writes take the caller's transaction and
 * run only SQL in it. Ids of another account count as unknown. Errors are AppErrors with the codes that each function
 * names.
 */
export type Directory = ReturnType<typeof createDirectory>;

export function createDirectory(deps: DirectoryDeps) {
  return {
    readUser,
    readUserText,
    parseAttributes,
    readGroupLinks,
    findManagers,
    managerOf,
    activeAmong,
    groupIdsOf,
    memberIdsOf,
    readGroup,
    readMembers,
    countMembers,
    readSyncRules,
    toUser,
    toGroup,
    createUser: createUser(deps),
    restoreUser: restoreUser(deps),
    changeUser: changeUser(deps),
    removeUser: removeUser(deps),
    setRole: setRole(deps),
    setActive: setActive(deps),
    setBlocked: setBlocked(deps),
    roleGivenBy,
    listRoleMappings: selectRoleMappings,
    listEndedRoleMappings: selectEndedRoleMappings,
    dismissEndedRoleMapping: dismissEndedRoleMapping(deps),
    setRoleMappings: setRoleMappings(deps),
    setPasswordHash: setPasswordHash(deps),
    openToProvisioning: openToProvisioning(deps),
    closeToProvisioning: closeToProvisioning(deps),
    findUserByName: (db: Reader, accountId: string, userName: string) =>
      findUserByName(db, accountId, fold(userName)),
    readPasswordHash,
    createGroup: createGroup(deps),
    changeGroup: changeGroup(deps),
    removeGroup: removeGroup(deps),
    processWaitingMembers: processWaitingMembers(deps),
    createAccount: createAccount(deps),
    readAccount,
    findAccountByCode,
    listAccounts,
    setBasicAllowed: setBasicAllowed(deps),
    setPasswordMinLength: setPasswordMinLength(deps),
    setTimeZone: setTimeZone(deps),
    countAccounts,
    findSignIn,
    replacePasswordHash,
    signsInBySsoOnly,
  };
}
