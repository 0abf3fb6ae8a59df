// Sign-in and sessions: set-up of the first admin, passwords, passkeys, second factors, single sign-on, mailed links,
// and HTTP Basic, which checks a person's password. This folder depends on the directory, but not on SCIM, forms or
// tokens.
import type { Endpoint } from '#http/endpoint.ts';
import { getSignInOptions } from './app/get-sign-in-options.ts';
import { postLink } from './links/app/post-link.ts';
import { readLink } from './links/app/read-link.ts';
import { redeemLink } from './links/app/redeem-link.ts';
import { requestLink } from './links/app/request-link.ts';
import { beginPasskey } from './passkeys/app/begin-passkey.ts';
import { beginPasskeySignIn } from './passkeys/app/begin-passkey-sign-in.ts';
import { deletePasskey } from './passkeys/app/delete-passkey.ts';
import { listPasskeys } from './passkeys/app/list-passkeys.ts';
import { patchPasskey } from './passkeys/app/patch-passkey.ts';
import { postPasskey } from './passkeys/app/post-passkey.ts';
import { signInByPasskey } from './passkeys/app/sign-in-by-passkey.ts';
import { putOwnPassword } from './passwords/app/put-own-password.ts';
import { signIn } from './passwords/app/sign-in.ts';
import { beginSecondFactor } from './second-factor/app/begin-second-factor.ts';
import { deleteSecondFactor } from './second-factor/app/delete-second-factor.ts';
import { getSecondFactor } from './second-factor/app/get-second-factor.ts';
import { postRecoveryCodes } from './second-factor/app/post-recovery-codes.ts';
import { postSecondFactor } from './second-factor/app/post-second-factor.ts';
import { signInByCode } from './second-factor/app/sign-in-by-code.ts';
import { confirmSession } from './sessions/app/confirm-session.ts';
import { endOtherSessions } from './sessions/app/end-other-sessions.ts';
import { endOwnSession } from './sessions/app/end-own-session.ts';
import { endSession } from './sessions/app/end-session.ts';
import { getSession } from './sessions/app/get-session.ts';
import { listOwnSessions } from './sessions/app/list-own-sessions.ts';
import { readSetUpLink } from './set-up/app/read-set-up-link.ts';
import { setUpFirstAdmin } from './set-up/app/set-up-first-admin.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { beginSaml } from './sso/app/begin-saml.ts';
import { beginSso } from './sso/app/begin-sso.ts';
import { deleteConnection } from './sso/app/delete-connection.ts';
import { endSso } from './sso/app/end-sso.ts';
import { finishSaml } from './sso/app/finish-saml.ts';
import { finishSso } from './sso/app/finish-sso.ts';
import { getSamlMetadata } from './sso/app/get-saml-metadata.ts';
import { listConnections } from './sso/app/list-connections.ts';
import { listDuplicates } from './sso/app/list-duplicates.ts';
import { patchConnection } from './sso/app/patch-connection.ts';
import { postConnection } from './sso/app/post-connection.ts';
import { postSamlAnswer } from './sso/app/post-saml-answer.ts';
import { tryConnection } from './sso/app/try-connection.ts';

export { createBasicAuthenticator } from './basic/authenticate-basic.ts';
export { createBasic, HELP_WITH_BASIC, isBasicOffered } from './basic/basic.ts';
export { createLinkRequests, type LinkRequests } from './links/link-requests.ts';
export { selectPasskeys } from './passkeys/passkey.store.ts';
export { takePasskeys } from './passkeys/take-passkeys.ts';
export { createPasswordCheck, type PasswordCheck } from './passwords/check-password.ts';
export { hashChosenPassword } from './passwords/hash-chosen-password.ts';
export { ssoOnly } from './require-password-allowed.ts';
export { removeSecondFactor } from './second-factor/remove-second-factor.ts';
export { sealedSecondFactors } from './second-factor/sealed-secrets.ts';
export { readSecondFactorState } from './second-factor/second-factor.store.ts';
export { listSessions } from './sessions/list-sessions.ts';
export { SESSION_QUERY, SessionList } from './sessions/session.shapes.ts';
export { deleteSessionsOf } from './sessions/session.store.ts';
export { readSessionLimits, saveSessionLimits } from './sessions/session-limits.store.ts';
export {
  CONFIRMED_MS,
  createSessions,
  isWithoutSecondFactor,
  type Sessions,
} from './sessions/sessions.ts';
export { issueSetUpLink, type SetUpResult, setUpAccount } from './set-up/set-up.ts';
export type { SignInDeps } from './sign-in-deps.ts';
export { createSignInRecorder, type SignInRecorder } from './sign-in-recorder.ts';
export { findCertificateEnds, refreshSaml } from './sso/refresh-saml.ts';
export { sealedClientSecrets } from './sso/sealed-secrets.ts';
export { hasProvenConnection } from './sso/sso.store.ts';
export { listUnreadableConnections } from './sso/unreadable-secrets.store.ts';
export {
  deleteFailures,
  deleteFailuresOf,
  keyOfCodes,
  keyOfUser,
} from './throttle/sign-in-failures.store.ts';
export { createSignInThrottle, type SignInThrottle } from './throttle/sign-in-throttle.ts';

export function signInEndpoints(deps: SignInDeps): readonly Endpoint[] {
  return [
    readSetUpLink(deps),
    setUpFirstAdmin(deps),
    getSignInOptions(deps),
    signIn(deps),
    getSession(deps),
    confirmSession(deps),
    endSession(deps),
    listOwnSessions(deps),
    endOwnSession(deps),
    endOtherSessions(deps),
    putOwnPassword(deps),
    listPasskeys(deps),
    beginPasskey(deps),
    postPasskey(deps),
    patchPasskey(deps),
    deletePasskey(deps),
    beginPasskeySignIn(deps),
    signInByPasskey(deps),
    signInByCode(deps),
    getSecondFactor(deps),
    beginSecondFactor(deps),
    postSecondFactor(deps),
    deleteSecondFactor(deps),
    postRecoveryCodes(deps),
    postLink(deps),
    readLink(deps),
    redeemLink(deps),
    requestLink(deps),
    listConnections(deps),
    listDuplicates(deps),
    postConnection(deps),
    patchConnection(deps),
    deleteConnection(deps),
    tryConnection(deps),
    beginSso(deps),
    finishSso(deps),
    endSso(deps),
    getSamlMetadata(deps),
    beginSaml(deps),
    postSamlAnswer(deps),
    finishSaml(deps),
  ];
}
