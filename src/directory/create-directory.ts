import type { Reader } from '#db/database.ts';
import { fold } from '#kernel/text.ts';
import {
  countAccounts,
  createAccount,
  findAccountByCode,
  listAccounts,
  readAccount,
  setBasicAllowed,
  setPasswordMinLength,
  setTimeZone,
} from './accounts.store.ts';
import { setBlocked } from './block-user.ts';
import {
  closeToProvisioning,
  openToProvisioning,
  setActive,
  setPasswordHash,
  setRole,
} from './change-access.ts';
import { changeGroup } from './change-group.ts';
import { changeUser } from './change-user.ts';
import { createGroup } from './create-group.ts';
import { createUser } from './create-user.ts';
import type { DirectoryDeps } from './deps.ts';
import { dismissEndedRoleMapping } from './dismiss-ended-role-mapping.ts';
import { selectEndedRoleMappings } from './ended-role-mappings.store.ts';
import { roleGivenBy, setRoleMappings } from './follow-role-mappings.ts';
import { groupIdsOf, memberIdsOf, readGroupLinks } from './group-links.store.ts';
import { readGroup, toGroup } from './groups.store.ts';
import { processWaitingMembers } from './join-waiting-groups.ts';
import { findManagers } from './managers.store.ts';
import { readMembers } from './members.store.ts';
import {
  findUserByName,
  parseAttributes,
  readPasswordHash,
  readUser,
  readUserText,
} from './read-user.store.ts';
import { removeGroup } from './remove-group.ts';
import { removeUser } from './remove-user.ts';
import { restoreUser } from './restore-user.ts';
import { selectRoleMappings } from './role-mappings.store.ts';
import { findSignIn, replacePasswordHash, signsInBySsoOnly } from './sign-in.store.ts';
import { countMembers, readSyncRules } from './sync-rules.store.ts';
import { toUser } from './users.store.ts';

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
