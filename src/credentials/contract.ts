import type { Reader, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { TokenClaims, TokenSubject } from '#tokens/tokens.ts';

export interface CredentialsDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

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
  /** userName is undefined when the user was deleted. */
  readonly actsAs: { readonly id: string; readonly userName: string | undefined };
  /** undefined: everything that the user may do. */
  readonly rights: readonly string[] | undefined;
  /** suspended: the user it acts as is not active, and it comes back with the user. */
  readonly state: 'active' | 'suspended' | 'revoked';
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  /** Oldest first. */
  readonly secrets: readonly Secret[];
}

export interface NewCredential {
  /** 1 to 200 characters. */
  readonly name: string;
  readonly actsAsUserId: string;
  /** Left out: everything that the user may do. */
  readonly rights?: readonly string[] | undefined;
}

/** To be shown once: what is stored can't be turned back into it. */
export interface NewSecret {
  /** The client_id. */
  readonly credentialId: string;
  readonly secretId: string;
  readonly clientSecret: string;
}

/** Why a client was refused: for the log and the audit record, never for the client. */
export interface RefusedClient {
  readonly refused: 'unknown-client' | 'wrong-secret' | 'revoked' | 'suspended';
  /** Known when the client id starts with the code of an account. */
  readonly accountId: string | undefined;
  /** Known when the client id is that of a credential. */
  readonly credentialId: string | undefined;
}

/** A client that proved itself: what a token for it is about. */
export interface AuthenticatedClient extends TokenSubject {
  readonly refused?: undefined;
}

/** For whom a token still holds. */
export interface LiveState {
  readonly accountCode: string;
  readonly role: 'admin' | 'designer' | 'member';
  readonly rights: readonly string[] | undefined;
}

/** The account is the actor's, or named; another account's ids are unknown ids. */
export interface Credentials {
  /** @throws AppError `invalid-value`, `credential-inactive` when the user is not active. */
  create(tx: Tx, actor: Actor, input: NewCredential): Promise<NewSecret>;
  /** In order of id, so oldest first; at most 100 unless `limit` says less. */
  list(
    db: Reader,
    accountId: string,
    page?: { readonly after?: string | undefined; readonly limit?: number | undefined },
  ): Promise<readonly Credential[]>;
  find(db: Reader, accountId: string, id: string): Promise<Credential | undefined>;
  /**
   * A new secret. Without an overlap the old ones, and every token they got, end now; with one they
   * work for so many seconds more, and their tokens end by themselves.
   * @throws AppError `not-found`, `credential-inactive`, `too-many-secrets`, `invalid-value`.
   */
  regenerate(
    tx: Tx,
    actor: Actor,
    id: string,
    options?: { readonly overlapSeconds?: number | undefined },
  ): Promise<NewSecret>;
  /** Ends the credential and every token it got, for good. @throws AppError `not-found`. */
  revoke(tx: Tx, actor: Actor, id: string): Promise<void>;
  /** Ends one secret and every token it got. @throws AppError `not-found`. */
  revokeSecret(tx: Tx, actor: Actor, id: string, secretId: string): Promise<void>;
  /** Does the same work whatever is wrong; any text may be given. */
  authenticateClient(
    db: Reader,
    clientId: string,
    clientSecret: string,
  ): Promise<AuthenticatedClient | RefusedClient>;
  /** Whether a token still holds, and for whom; undefined when it does not. One query. */
  readLiveState(db: Reader, claims: TokenClaims): Promise<LiveState | undefined>;
}
