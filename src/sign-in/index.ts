// Sign-in and sessions: set-up of the first admin, passwords, passkeys, second factors, single sign-on, mailed links,
// and HTTP Basic, which checks a person's password. This folder depends on the directory, but not on SCIM, forms or
// tokens.
import type { Endpoint } from '#http/endpoint.ts';
import { getSignInOptions } from './get-sign-in-options.ts';
import { postLink } from './links/post-link.ts';
import { readLink } from './links/read-link.ts';
import { redeemLink } from './links/redeem-link.ts';
import { requestLink } from './links/request-link.ts';
import { beginPasskey } from './passkeys/begin-passkey.ts';
import { beginPasskeySignIn } from './passkeys/begin-passkey-sign-in.ts';
import { deletePasskey } from './passkeys/delete-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { patchPasskey } from './passkeys/patch-passkey.ts';
import { postPasskey } from './passkeys/post-passkey.ts';
import { signInByPasskey } from './passkeys/sign-in-by-passkey.ts';
import { putOwnPassword } from './passwords/put-own-password.ts';
import { signIn } from './passwords/sign-in.ts';
import { beginSecondFactor } from './second-factor/begin-second-factor.ts';
import { deleteSecondFactor } from './second-factor/delete-second-factor.ts';
import { getSecondFactor } from './second-factor/get-second-factor.ts';
import { postRecoveryCodes } from './second-factor/post-recovery-codes.ts';
import { postSecondFactor } from './second-factor/post-second-factor.ts';
import { signInByCode } from './second-factor/sign-in-by-code.ts';
import { confirmSession } from './sessions/confirm-session.ts';
import { endOtherSessions } from './sessions/end-other-sessions.ts';
import { endOwnSession } from './sessions/end-own-session.ts';
import { endSession } from './sessions/end-session.ts';
import { getSession } from './sessions/get-session.ts';
import { listOwnSessions } from './sessions/list-own-sessions.ts';
import { readSetUpLink } from './set-up/read-set-up-link.ts';
import { setUpFirstAdmin } from './set-up/set-up-first-admin.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { beginSso } from './sso/begin-sso.ts';
import { deleteConnection } from './sso/delete-connection.ts';
import { endSso } from './sso/end-sso.ts';
import { finishSso } from './sso/finish-sso.ts';
import { listConnections } from './sso/list-connections.ts';
import { patchConnection } from './sso/patch-connection.ts';
import { postConnection } from './sso/post-connection.ts';
import { tryConnection } from './sso/try-connection.ts';

export {
  type BasicAuthenticator,
  type BasicDeps,
  createBasicAuthenticator,
} from './basic/authenticate-basic.ts';
export { type Basic, createBasic, HELP_WITH_BASIC, isBasicOffered } from './basic/basic.ts';
export { createLinkRequests, type LinkRequests } from './links/link-requests.ts';
export { selectPasskeys } from './passkeys/passkey.store.ts';
export { takePasskeys } from './passkeys/take-passkeys.ts';
export { createPasswordCheck, type PasswordCheck } from './passwords/check-password.ts';
export { hashChosenPassword } from './passwords/hash-chosen-password.ts';
export { ssoOnly } from './require-password-allowed.ts';
export { removeSecondFactor } from './second-factor/remove-second-factor.ts';
export { sealedSecondFactors } from './second-factor/sealed-secrets.ts';
export { readSecondFactorState } from './second-factor/second-factor.store.ts';
export { toSessionItem } from './sessions/list-own-sessions.ts';
export { SessionList } from './sessions/session.shapes.ts';
export { deleteSessionsOf, selectSessions } from './sessions/session.store.ts';
export { readSessionLimits, saveSessionLimits } from './sessions/session-limits.store.ts';
export { CONFIRMED_MS, createSessions, type Sessions } from './sessions/sessions.ts';
export { issueSetUpLink, type SetUpDeps, type SetUpResult, setUpAccount } from './set-up/set-up.ts';
export type { SignInDeps } from './sign-in-deps.ts';
export { createSignInRecorder, type SignInRecorder } from './sign-in-recorder.ts';
export { sealedClientSecrets } from './sso/sealed-secrets.ts';
export { hasProvenConnection } from './sso/sso.store.ts';
export { listUnreadableConnections } from './sso/unreadable-secrets.store.ts';
export { deleteFailures, keyOfCodes, keyOfUser } from './throttle/sign-in-failures.store.ts';
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
    postConnection(deps),
    patchConnection(deps),
    deleteConnection(deps),
    tryConnection(deps),
    beginSso(deps),
    finishSso(deps),
    endSso(deps),
  ];
}
