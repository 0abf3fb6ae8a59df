// API credentials: a client id that acts as one user, and its secrets, of which only hashes are kept.
// Owns who may have a token and whether a token still holds. It does not know HTTP, the format of a
// token or passwords; accounts, users and keys it reads and never changes.
import { authenticateClient } from './authenticate-client.ts';
import type { Credentials, CredentialsDeps } from './contract.ts';
import { createCredential } from './create-credential.ts';
import { findCredential, listCredentials } from './list-credentials.ts';
import { readLiveState } from './live-state.store.ts';
import { regenerateSecret } from './regenerate-secret.ts';
import { revokeCredential, revokeSecret } from './revoke-credential.ts';

export type {
  AuthenticatedClient,
  Credential,
  Credentials,
  CredentialsDeps,
  LiveState,
  NewCredential,
  NewSecret,
  RefusedClient,
  Secret,
} from './contract.ts';
export { type CredentialNotes, createCredentialNotes } from './notes.ts';

export function createCredentials(deps: CredentialsDeps): Credentials {
  return {
    create: createCredential(deps),
    list: listCredentials(deps),
    find: findCredential(deps),
    regenerate: regenerateSecret(deps),
    revoke: revokeCredential(deps),
    revokeSecret: revokeSecret(deps),
    authenticateClient: authenticateClient(deps),
    readLiveState,
  };
}
