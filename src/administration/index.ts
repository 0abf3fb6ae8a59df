// The web app's endpoints for admins: users, groups, credentials, account settings, the audit log and alerts; and the
// endpoints with which people read and change their own profile, and load the logo of the organisation. This folder
// depends on the directory and on sign-in, but not on SCIM, forms or tokens.
import { getLogo } from '#brand/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { AdministrationDeps } from './administration-deps.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { getAuditEntry } from './audit-record/get-audit-entry.ts';
import { listAuditEntries } from './audit-record/list-audit-entries.ts';
import { getCredential } from './credentials/get-credential.ts';
import { listCredentials } from './credentials/list-credentials.ts';
import { patchCredential } from './credentials/patch-credential.ts';
import { postCredential } from './credentials/post-credential.ts';
import { postProvisioningToken } from './credentials/post-provisioning-token.ts';
import { regenerateCredential } from './credentials/regenerate-credential.ts';
import { revokeCredential } from './credentials/revoke-credential.ts';
import { revokeSecret } from './credentials/revoke-secret.ts';
import { rotateProvisioningToken } from './credentials/rotate-provisioning-token.ts';
import { changeGroupMembers } from './groups/change-group-members.ts';
import { deleteGroup } from './groups/delete-group.ts';
import { getGroup } from './groups/get-group.ts';
import { listGroupMembers } from './groups/list-group-members.ts';
import { listGroups } from './groups/list-groups.ts';
import { patchGroup } from './groups/patch-group.ts';
import { postGroup } from './groups/post-group.ts';
import { getOwnProfile } from './profile/get-own-profile.ts';
import { patchOwnProfile } from './profile/patch-own-profile.ts';
import { deleteLogo } from './settings/delete-logo.ts';
import { getAccount } from './settings/get-account.ts';
import { getBrand } from './settings/get-brand.ts';
import { patchAccount } from './settings/patch-account.ts';
import { patchBrand } from './settings/patch-brand.ts';
import { putLogo } from './settings/put-logo.ts';
import { sendTestMail } from './settings/send-test-mail.ts';
import { deleteUser } from './users/delete-user.ts';
import { endUserSessions } from './users/end-user-sessions.ts';
import { eraseUser } from './users/erase-user.ts';
import { getUser } from './users/get-user.ts';
import { getUserConsequences } from './users/get-user-consequences.ts';
import { listFormerUsers } from './users/list-former-users.ts';
import { listUserSessions } from './users/list-user-sessions.ts';
import { listUsers } from './users/list-users.ts';
import { patchUser } from './users/patch-user.ts';
import { postUser } from './users/post-user.ts';
import { removeUserPasskeys } from './users/remove-user-passkeys.ts';
import { resetUserSecondFactor } from './users/reset-user-second-factor.ts';

export { composeAlert } from './alerts/compose-alert.ts';
export type { AlertSources } from './alerts/find-alerts.ts';
export { sendAlerts } from './alerts/send-alerts.ts';
export { erasePerson } from './users/erase-person.ts';

export function administrationEndpoints(deps: AdministrationDeps): readonly Endpoint[] {
  return [
    getOwnProfile(deps),
    patchOwnProfile(deps),
    listUsers(deps),
    getUser(deps),
    postUser(deps),
    patchUser(deps),
    deleteUser(deps),
    eraseUser(deps),
    listFormerUsers(deps),
    getUserConsequences(deps),
    listUserSessions(deps),
    endUserSessions(deps),
    removeUserPasskeys(deps),
    resetUserSecondFactor(deps),
    sendTestMail(deps),
    listAlerts(deps),
    listGroups(deps),
    getGroup(deps),
    postGroup(deps),
    patchGroup(deps),
    deleteGroup(deps),
    listGroupMembers(deps),
    changeGroupMembers(deps),
    listCredentials(deps),
    getCredential(deps),
    postCredential(deps),
    regenerateCredential(deps),
    patchCredential(deps),
    revokeCredential(deps),
    revokeSecret(deps),
    postProvisioningToken(deps),
    rotateProvisioningToken(deps),
    getAccount(deps),
    patchAccount(deps),
    getBrand(deps),
    patchBrand(deps),
    putLogo(deps),
    deleteLogo(deps),
    getLogo(deps),
    listAuditEntries(deps),
    getAuditEntry(deps),
  ];
}
