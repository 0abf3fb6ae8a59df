// API credentials: a client id that acts as one user, and its secrets, of which only hashes are kept.
// Owns who may use the token endpoint and whether a token still holds. It does not know HTTP, token
// formats or passwords; users are read, never changed.
import type { Reader, Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { TokenClaims } from '#tokens/tokens.ts';

export type CredentialState = 'active' | 'suspended' | 'revoked';

export interface Secret {
  readonly id: string;
  /** The last four characters before the checksum. */
  readonly hint: string;
  readonly state: 'live' | 'expired' | 'revoked';
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly lastUsedAt: number | undefined;
}

export interface Credential {
  /** The client_id. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly actsAs: { readonly id: string; readonly userName: string | undefined };
  /** undefined: everything that the user may do. */
  readonly rights: readonly string[] | undefined;
  /** suspended: the user it acts as is not active. */
  readonly state: CredentialState;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  readonly secrets: readonly Secret[];
}

/** Shown once: the secret is not stored and can't be shown again. */
export interface NewSecret {
  readonly credentialId: string;
  readonly secretId: string;
  readonly clientSecret: string;
}

export interface AuthenticatedClient {
  readonly accountId: string;
  readonly credentialId: string;
  readonly secretId: string;
  readonly userId: string;
  readonly credentialVersion: number;
  readonly userStamp: number;
}

/** Why a client was refused: for the audit record, never for the client. */
export interface RefusedClient {
  readonly refused: 'unknown-client' | 'wrong-secret' | 'revoked' | 'suspended';
  /** Known when the client id starts with the code of an account. */
  readonly accountId: string | undefined;
  /** Known when the client id is that of a credential. */
  readonly credentialId: string | undefined;
}

export interface LiveState {
  readonly accountCode: string;
  readonly role: 'admin' | 'designer' | 'member';
  readonly rights: readonly string[] | undefined;
}

export interface Credentials {
  /** @throws AppError `not-found`, `credential-inactive` (user not active), `invalid-value`. */
  create(
    tx: Tx,
    actor: Actor,
    input: {
      readonly name: string;
      readonly actsAsUserId: string;
      readonly rights?: readonly string[];
    },
  ): Promise<NewSecret>;
  /** By id, so oldest first. */
  list(
    db: Reader,
    accountId: string,
    page?: { readonly after?: string; readonly limit?: number },
  ): Promise<readonly Credential[]>;
  find(db: Reader, accountId: string, id: string): Promise<Credential | undefined>;
  /**
   * A new secret. Without an overlap the old ones, and every token they got, end now; with one they
   * work for so many seconds more and their tokens end by themselves.
   * @throws AppError `not-found`, `credential-inactive`, `too-many-secrets`, `invalid-value`.
   */
  regenerate(
    tx: Tx,
    actor: Actor,
    id: string,
    options?: { readonly overlapSeconds?: number },
  ): Promise<NewSecret>;
  /** @throws AppError `not-found`. */
  revoke(tx: Tx, actor: Actor, id: string): Promise<void>;
  /** @throws AppError `not-found`. */
  revokeSecret(tx: Tx, actor: Actor, id: string, secretId: string): Promise<void>;
  /** Does the same work whatever is wrong. */
  authenticateClient(
    db: Reader,
    clientId: string,
    clientSecret: string,
  ): Promise<AuthenticatedClient | RefusedClient>;
  /** Whether a token still holds, and for whom; one query. */
  readLiveState(db: Reader, claims: TokenClaims): Promise<LiveState | undefined>;
}
