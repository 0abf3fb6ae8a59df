// The web app's endpoints for admins: users, groups, credentials, account settings, the audit log and alerts; and the
// endpoints with which people read and change their own profile, and load the logo of the organisation. This folder
// depends on the directory and on sign-in, but not on SCIM, forms or tokens.
import { getLogo } from '#brand/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { AdministrationDeps } from './administration-deps.ts';
import { listAlerts } from './alerts/app/list-alerts.ts';
import { getAuditEntry } from './audit-record/app/get-audit-entry.ts';
import { listAuditEntries } from './audit-record/app/list-audit-entries.ts';
import { getCredential } from './credentials/app/get-credential.ts';
import { listCredentials } from './credentials/app/list-credentials.ts';
import { patchCredential } from './credentials/app/patch-credential.ts';
import { postCredential } from './credentials/app/post-credential.ts';
import { postProvisioningToken } from './credentials/app/post-provisioning-token.ts';
import { regenerateCredential } from './credentials/app/regenerate-credential.ts';
import { revokeCredential } from './credentials/app/revoke-credential.ts';
import { revokeSecret } from './credentials/app/revoke-secret.ts';
import { rotateProvisioningToken } from './credentials/app/rotate-provisioning-token.ts';
import { changeGroupMembers } from './groups/app/change-group-members.ts';
import { deleteGroup } from './groups/app/delete-group.ts';
import { getGroup } from './groups/app/get-group.ts';
import { getGroupConsequences } from './groups/app/get-group-consequences.ts';
import { listGroupMembers } from './groups/app/list-group-members.ts';
import { listGroups } from './groups/app/list-groups.ts';
import { patchGroup } from './groups/app/patch-group.ts';
import { postGroup } from './groups/app/post-group.ts';
import { getOwnProfile } from './profile/app/get-own-profile.ts';
import { patchOwnProfile } from './profile/app/patch-own-profile.ts';
import { deleteFont } from './settings/app/delete-font.ts';
import { deleteLogo } from './settings/app/delete-logo.ts';
import { getAccount } from './settings/app/get-account.ts';
import { getBrand } from './settings/app/get-brand.ts';
import { getFonts } from './settings/app/get-fonts.ts';
import { patchAccount } from './settings/app/patch-account.ts';
import { patchBrand } from './settings/app/patch-brand.ts';
import { postFont } from './settings/app/post-font.ts';
import { putLogo } from './settings/app/put-logo.ts';
import { sendTestMail } from './settings/app/send-test-mail.ts';
import { getStatus } from './status/app/get-status.ts';
import { deleteUser } from './users/app/delete-user.ts';
import { endUserSessions } from './users/app/end-user-sessions.ts';
import { eraseUser } from './users/app/erase-user.ts';
import { getUser } from './users/app/get-user.ts';
import { getUserConsequences } from './users/app/get-user-consequences.ts';
import { listFormerUsers } from './users/app/list-former-users.ts';
import { listUserSessions } from './users/app/list-user-sessions.ts';
import { listUsers } from './users/app/list-users.ts';
import { patchUser } from './users/app/patch-user.ts';
import { postUser } from './users/app/post-user.ts';
import { removeUserPasskeys } from './users/app/remove-user-passkeys.ts';
import { resetUserSecondFactor } from './users/app/reset-user-second-factor.ts';

export { composeAlert } from './alerts/compose-alert.ts';
export type { AlertSources } from './alerts/find-alerts.ts';
export { findAlerts } from './alerts/find-alerts.ts';
export { sendAlerts } from './alerts/send-alerts.ts';
export type { Queue } from './status/queue.ts';
export type { StoredFilesState } from './status/stored-files.ts';
export { erasePerson } from './users/erase-person.ts';

export function administrationEndpoints(deps: AdministrationDeps): readonly Endpoint[] {
  return [
    getStatus(deps),
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
    getGroupConsequences(deps),
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
    getFonts(deps),
    postFont(deps),
    deleteFont(deps),
    getLogo(deps),
    listAuditEntries(deps),
    getAuditEntry(deps),
  ];
}
