// What people and their browsers talk to: set-up of the first admin now, sign-in and settings later;
// and HTTP Basic, which signs in as a person does. It knows the directory and the credentials, not
// SCIM, forms or tokens.
import type { Endpoint } from '#http/endpoint.ts';
import type { AccountDeps } from './account-deps.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { listAuditEntries } from './audit-record/list-audit-entries.ts';
import { readAuditEntry } from './audit-record/read-audit-entry.ts';
import { HELP_WITH_BASIC } from './basic.ts';
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
import { createLink } from './links/create-link.ts';
import { readLink } from './links/read-link.ts';
import { redeemLink } from './links/redeem-link.ts';
import { requestLink } from './links/request-link.ts';
import { movedPage } from './moved-page.ts';
import { sendTestMail } from './notices/send-test-mail.ts';
import { beginPasskey } from './passkeys/begin-passkey.ts';
import { beginPasskeySignIn } from './passkeys/begin-passkey-sign-in.ts';
import { createPasskey } from './passkeys/create-passkey.ts';
import { deletePasskey } from './passkeys/delete-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { signInByPasskey } from './passkeys/sign-in-by-passkey.ts';
import { changeOwnPassword } from './profile/change-own-password.ts';
import { changeOwnProfile } from './profile/change-own-profile.ts';
import { readOwnProfile } from './profile/read-own-profile.ts';
import { changeProvisioningSettings } from './provisioning/change-provisioning-settings.ts';
import { changeProvisioningState } from './provisioning/change-provisioning-state.ts';
import { listRoleMappings } from './provisioning/list-role-mappings.ts';
import { readProvisioning } from './provisioning/read-provisioning.ts';
import { replaceRoleMappings } from './provisioning/replace-role-mappings.ts';
import { testConnection } from './provisioning/test-connection.ts';
import { exportLog } from './provisioning-log/export-log.ts';
import { listLogEntries } from './provisioning-log/list-log-entries.ts';
import { listSeenAttributes } from './provisioning-log/list-seen-attributes.ts';
import { readLogEntry } from './provisioning-log/read-log-entry.ts';
import { readSetUpLink } from './read-set-up-link.ts';
import { beginSecondFactor } from './second-factor/begin-second-factor.ts';
import { createRecoveryCodes } from './second-factor/create-recovery-codes.ts';
import { createSecondFactor } from './second-factor/create-second-factor.ts';
import { deleteSecondFactor } from './second-factor/delete-second-factor.ts';
import { readSecondFactor } from './second-factor/read-second-factor.ts';
import { signInByCode } from './second-factor/sign-in-by-code.ts';
import { confirmSession } from './sessions/confirm-session.ts';
import { endOtherSessions } from './sessions/end-other-sessions.ts';
import { endOwnSession } from './sessions/end-own-session.ts';
import { endSession } from './sessions/end-session.ts';
import { listOwnSessions } from './sessions/list-own-sessions.ts';
import { readSession } from './sessions/read-session.ts';
import { setUpFirstAdmin } from './set-up-first-admin.ts';
import { changeAccount } from './settings/change-account.ts';
import { readAccount } from './settings/read-account.ts';
import { readSignInOptions } from './sign-in/read-sign-in-options.ts';
import { signIn } from './sign-in/sign-in.ts';
import { beginSso } from './sso/begin-sso.ts';
import { changeConnection } from './sso/change-connection.ts';
import { createConnection } from './sso/create-connection.ts';
import { deleteConnection } from './sso/delete-connection.ts';
import { endSso } from './sso/end-sso.ts';
import { finishSso } from './sso/finish-sso.ts';
import { listConnections } from './sso/list-connections.ts';
import { tryConnection } from './sso/try-connection.ts';
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
import { readBuiltFiles } from './web-app/built-files.ts';
import { readFiles } from './web-app/read-files.ts';
import { showPages } from './web-app/show-pages.ts';

export { composeAlert } from './alerts/compose-alert.ts';
export type { AlertSources } from './alerts/find-alerts.ts';
export { tellAlerts } from './alerts/tell-alerts.ts';
export {
  type BasicAuthenticator,
  type BasicDeps,
  createBasicAuthenticator,
} from './authenticate-basic.ts';
export { type Basic, createBasic, isBasicOffered } from './basic.ts';
export { createPasswordCheck, type PasswordCheck } from './check-password.ts';
export { createLinkRequests, type LinkRequests } from './links/link-requests.ts';
export { composeAssignment, noteAssignments } from './notices/assignment-notices.ts';
export { createMailQuotas } from './notices/mail-quotas.ts';
export { sendDigests } from './notices/send-digests.ts';
export { takePasskeys } from './passkeys/take-passkeys.ts';
export { createLeavingGuard } from './provisioning/leaving-guard.ts';
export { deleteOldEntries } from './provisioning-log/provisioning-log.store.ts';
export {
  createProvisioningLog,
  type ProvisioningLog,
} from './provisioning-log/provisioning-log.ts';
export { resetSecondFactor } from './second-factor/reset-second-factor.ts';
export { sealedSecondFactors } from './second-factor/sealed-secrets.ts';
export { createSessions, type Sessions } from './sessions/sessions.ts';
export { issueSetUpLink, type SetUpDeps, type SetUpResult, setUpAccount } from './set-up.ts';
export { createSignInNotes, type SignInNotes } from './sign-in-notes.ts';
export { sealedClientSecrets } from './sso/sealed-secrets.ts';
export { listUnreadableConnections } from './sso/unreadable-secrets.store.ts';
export { createSignInThrottle, type SignInThrottle } from './throttle/sign-in-throttle.ts';
export { erasePerson } from './users/erase-person.ts';
export { type PagesState, readPagesState } from './web-app/built-files.ts';

export function accountEndpoints(deps: AccountDeps): readonly Endpoint[] {
  const files = readBuiltFiles();
  return [
    readSetUpLink(deps),
    setUpFirstAdmin(deps),
    readSignInOptions(deps),
    signIn(deps),
    readSession(deps),
    confirmSession(deps),
    endSession(deps),
    listOwnSessions(deps),
    endOwnSession(deps),
    endOtherSessions(deps),
    changeOwnPassword(deps),
    readOwnProfile(deps),
    changeOwnProfile(deps),
    listPasskeys(deps),
    beginPasskey(deps),
    createPasskey(deps),
    renamePasskey(deps),
    deletePasskey(deps),
    beginPasskeySignIn(deps),
    signInByPasskey(deps),
    signInByCode(deps),
    readSecondFactor(deps),
    beginSecondFactor(deps),
    createSecondFactor(deps),
    deleteSecondFactor(deps),
    createRecoveryCodes(deps),
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
    createLink(deps),
    sendTestMail(deps),
    listAlerts(deps),
    readLink(deps),
    redeemLink(deps),
    requestLink(deps),
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
    listConnections(deps),
    createConnection(deps),
    changeConnection(deps),
    deleteConnection(deps),
    tryConnection(deps),
    beginSso(deps),
    finishSso(deps),
    endSso(deps),
    readAccount(deps),
    changeAccount(deps),
    readProvisioning(deps),
    changeProvisioningState(deps),
    changeProvisioningSettings(deps),
    listRoleMappings(deps),
    replaceRoleMappings(deps),
    testConnection(deps),
    listLogEntries(deps),
    exportLog(deps),
    readLogEntry(deps),
    listSeenAttributes(deps),
    listAuditEntries(deps),
    readAuditEntry(deps),
    ...showPages(files, deps.random),
    ...readFiles(files),
    movedPage('/pages/basic-authentication', HELP_WITH_BASIC),
  ];
}
