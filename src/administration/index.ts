// What admins do in the browser: users, groups, credentials, the account's settings, the audit record, and what they are
// warned of; and what people see and change of themselves. It knows the directory and the ways to sign in, and neither
// SCIM, forms nor tokens.
import type { Endpoint } from '#http/endpoint.ts';
import type { AdministrationDeps } from './administration-deps.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { listAuditEntries } from './audit-record/list-audit-entries.ts';
import { readAuditEntry } from './audit-record/read-audit-entry.ts';
import { changeCredential } from './credentials/change-credential.ts';
import { createCredential } from './credentials/create-credential.ts';
import { createProvisioningToken } from './credentials/create-provisioning-token.ts';
import { listCredentials } from './credentials/list-credentials.ts';
import { readCredential } from './credentials/read-credential.ts';
import { regenerateCredential } from './credentials/regenerate-credential.ts';
import { revokeCredential } from './credentials/revoke-credential.ts';
import { revokeSecret } from './credentials/revoke-secret.ts';
import { rotateProvisioningToken } from './credentials/rotate-provisioning-token.ts';
import { changeGroupMembers } from './groups/change-group-members.ts';
import { createGroup } from './groups/create-group.ts';
import { deleteGroup } from './groups/delete-group.ts';
import { listGroupMembers } from './groups/list-group-members.ts';
import { listGroups } from './groups/list-groups.ts';
import { readGroup } from './groups/read-group.ts';
import { renameGroup } from './groups/rename-group.ts';
import { changeOwnProfile } from './profile/change-own-profile.ts';
import { readOwnProfile } from './profile/read-own-profile.ts';
import { changeAccount } from './settings/change-account.ts';
import { readAccount } from './settings/read-account.ts';
import { sendTestMail } from './settings/send-test-mail.ts';
import { changeUser } from './users/change-user.ts';
import { createUser } from './users/create-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { endUserSessions } from './users/end-user-sessions.ts';
import { eraseUser } from './users/erase-user.ts';
import { listFormerUsers } from './users/list-former-users.ts';
import { listUserSessions } from './users/list-user-sessions.ts';
import { listUsers } from './users/list-users.ts';
import { readUser } from './users/read-user.ts';
import { readUserConsequences } from './users/read-user-consequences.ts';
import { removeUserPasskeys } from './users/remove-user-passkeys.ts';
import { resetUserSecondFactor } from './users/reset-user-second-factor.ts';

export { composeAlert } from './alerts/compose-alert.ts';
export type { AlertSources } from './alerts/find-alerts.ts';
export { tellAlerts } from './alerts/tell-alerts.ts';
export { erasePerson } from './users/erase-person.ts';

export function administrationEndpoints(deps: AdministrationDeps): readonly Endpoint[] {
  return [
    readOwnProfile(deps),
    changeOwnProfile(deps),
    listUsers(deps),
    readUser(deps),
    createUser(deps),
    changeUser(deps),
    deleteUser(deps),
    eraseUser(deps),
    listFormerUsers(deps),
    readUserConsequences(deps),
    listUserSessions(deps),
    endUserSessions(deps),
    removeUserPasskeys(deps),
    resetUserSecondFactor(deps),
    sendTestMail(deps),
    listAlerts(deps),
    listGroups(deps),
    readGroup(deps),
    createGroup(deps),
    renameGroup(deps),
    deleteGroup(deps),
    listGroupMembers(deps),
    changeGroupMembers(deps),
    listCredentials(deps),
    readCredential(deps),
    createCredential(deps),
    regenerateCredential(deps),
    changeCredential(deps),
    revokeCredential(deps),
    revokeSecret(deps),
    createProvisioningToken(deps),
    rotateProvisioningToken(deps),
    readAccount(deps),
    changeAccount(deps),
    listAuditEntries(deps),
    readAuditEntry(deps),
  ];
}
