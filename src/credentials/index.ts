// API credentials: a client id that acts as one user, with its secrets, of which only hashes are stored, or its
// public keys; and provisioning tokens, which act as the built-in provisioning identity. This folder decides
// who may have a token and whether a token is still valid. It does not know HTTP, the format of an access
// token or passwords; it reads accounts, users and keys and never changes them.
import { changeCredential } from './change-credential.ts';
import { checkClientSecret } from './check-client-secret.ts';
import { createCredential, createKeyCredential } from './create-credential.ts';
import { exposeSecret } from './expose-secret.ts';
import { findClaimedClient } from './find-claimed-client.ts';
import { findCredential, findCredentials } from './find-credentials.ts';
import { readLiveState } from './live-state.store.ts';
import { createProvisioning, rotateProvisioning } from './provisioning.ts';
import { readProvisioningAccess } from './read-provisioning-access.ts';
import type { CredentialsDeps } from './records.ts';
import { regenerateSecret } from './regenerate-secret.ts';
import { endCredential, endSecret } from './revocation.ts';
import { endToken, purgeSpent, useAssertion } from './spend.ts';

export type { ClientKeys, KeySource } from './client-keys.ts';
export { selectEnding } from './ending.store.ts';
export { isProvisioningToken } from './provisioning-token.ts';
export type {
  AuthenticatedClient,
  Credential,
  CredentialSecret,
  CredentialsDeps,
  LastRefusal,
  LastUse,
  NewProvisioningToken,
  NewSecret,
  RefusedClient,
} from './records.ts';
export { RIGHTS } from './rights.ts';
export { type CredentialUseRecorder, createCredentialUseRecorder } from './use-recorder.ts';

/**
 * The functions of credentials. The account is the actor's, or an argument; ids of another account count as unknown.
 */
export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(deps: CredentialsDeps) {
  return {
    create: createCredential(deps),
    createWithKeys: createKeyCredential(deps),
    createProvisioning: createProvisioning(deps),
    list: findCredentials(deps),
    find: findCredential(deps),
    change: changeCredential(deps),
    regenerate: regenerateSecret(deps),
    rotateProvisioning: rotateProvisioning(deps),
    revoke: endCredential(deps),
    revokeSecret: endSecret(deps),
    exposeSecret: exposeSecret(deps),
    checkClientSecret: checkClientSecret(deps),
    findClaimedClient,
    useAssertion,
    readLiveState,
    readProvisioning: readProvisioningAccess(deps),
    revokeToken: endToken(deps),
    purge: purgeSpent(deps),
  };
}
