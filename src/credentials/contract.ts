import type { CredentialKind } from '#db/credential-tables.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { TokenClaims, TokenSubject } from '#tokens/tokens.ts';
import type { ClientKeys, KeySource } from './client-keys.ts';
import type { AddressRule } from './networks.ts';
import type { SecretOptions } from './secret-options.ts';

export interface CredentialsDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

/** When, from where and with what something was last used; written every few seconds. */
export interface LastUse {
  readonly lastUsedAt: number | undefined;
  readonly lastUsedIp: string | undefined;
  /** User-Agent, shortened. */
  readonly lastUsedAgent: string | undefined;
}

/** The last time that a client which claimed to be it was refused; written every few seconds. */
export interface LastRefusal {
  readonly at: number;
  readonly ip: string;
  /** A code, as in the audit record. */
  readonly reason: string;
}

export interface Secret extends LastUse {
  readonly id: string;
  /** The last four characters before the checksum. */
  readonly hint: string;
  readonly label: string | undefined;
  readonly state: 'live' | 'expired' | 'revoked';
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** When it was first sent over plain HTTP, where others could read it. */
  readonly exposedAt: number | undefined;
}

export interface Credential extends LastUse {
  /** The client_id. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** What it proves itself with, for good: another way is another credential. */
  readonly kind: CredentialKind;
  /**
   * userName is undefined when the user was deleted. A provisioning token acts as the built-in
   * provisioning identity, which is no user.
   */
  readonly actsAs: { readonly id: string; readonly userName: string | undefined } | undefined;
  /** undefined: everything that the user may do. */
  readonly rights: readonly string[] | undefined;
  /** Networks that it may be used from; undefined: any. */
  readonly allowedNetworks: readonly string[] | undefined;
  /** suspended: the user it acts as is not active, and it comes back with the user. */
  readonly state: 'active' | 'suspended' | 'revoked';
  readonly createdAt: number;
  /** userName is undefined when the user was deleted; undefined: on the command line, or at set-up. */
  readonly createdBy: { readonly id: string; readonly userName: string | undefined } | undefined;
  /** Client secrets or provisioning tokens, oldest first. */
  readonly secrets: readonly Secret[];
  /** Of the kinds that prove themselves with a signature. */
  readonly keys: ClientKeys | undefined;
  readonly lastRefused: LastRefusal | undefined;
}

interface NewClient {
  /** 1 to 200 characters. */
  readonly name: string;
  readonly actsAsUserId: string;
  /** Left out: everything that the user may do. */
  readonly rights?: readonly string[] | undefined;
  /** Addresses and networks (CIDR); left out: any. */
  readonly allowedNetworks?: readonly string[] | undefined;
}

/** A client that proves itself with secrets. */
export interface NewCredential extends NewClient, SecretOptions {}

/** A client that proves itself with signatures. */
export interface NewKeyCredential extends NewClient {
  readonly keys: ClientKeys;
}

export interface NewProvisioning {
  readonly name: string;
  readonly allowedNetworks?: readonly string[] | undefined;
  readonly label?: string | undefined;
  /** Never left open; at most three years. */
  readonly expiresInSeconds: number;
}

/** What of a credential can be changed later; what is left out stays. */
export interface CredentialChange {
  /** null: everything that the user may do. */
  readonly rights?: readonly string[] | null | undefined;
  /** null: any. */
  readonly allowedNetworks?: readonly string[] | null | undefined;
  readonly keys?: KeySource | undefined;
  /** Of a client that signs for itself; see ClientKeys. */
  readonly tokenEndpointAudience?: boolean | undefined;
}

/** To be shown once: what is stored can't be turned back into it. */
export interface NewSecret {
  /** The client_id. */
  readonly credentialId: string;
  readonly secretId: string;
  readonly clientSecret: string;
  readonly expiresAt: number | undefined;
}

/** To be shown once, too. */
export interface NewProvisioningToken {
  readonly credentialId: string;
  readonly secretId: string;
  readonly provisioningToken: string;
  readonly expiresAt: number;
}

/** Why a client was refused: for the log and the audit record, never for the client. */
export interface RefusedClient {
  readonly refused: string;
  /** Known when the client id, or the token, starts with the code of an account. */
  readonly accountId: string | undefined;
  /** Known when it is that of a credential. */
  readonly credentialId: string | undefined;
}

/** A client that proved itself: what a token for it is about. */
export interface AuthenticatedClient extends TokenSubject {
  readonly refused?: undefined;
  readonly mayComeFrom: AddressRule;
}

/** A client that has yet to prove itself with a signature, and by what. */
export interface ClaimedClient {
  readonly refused?: undefined;
  readonly client: AuthenticatedClient;
  readonly proof: ClientKeys;
}

/** For whom a token still holds. */
export interface LiveState {
  readonly accountCode: string;
  /** Left out: provisioning is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly role: 'admin' | 'designer' | 'member';
  readonly rights: readonly string[] | undefined;
  readonly mayComeFrom: AddressRule;
}

/** Whose provisioning token it is. */
export interface ProvisioningState {
  readonly refused?: undefined;
  readonly accountId: string;
  readonly accountCode: string;
  /** Left out: it is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly credentialId: string;
  readonly secretId: string;
  readonly mayComeFrom: AddressRule;
}

/** The account is the actor's, or named; another account's ids are unknown ids. */
export interface Credentials {
  /** @throws AppError `invalid-value`, `credential-inactive` when the user is not active. */
  create(tx: Tx, actor: Actor, input: NewCredential): Promise<NewSecret>;
  /** @throws AppError as create. */
  createWithKeys(
    tx: Tx,
    actor: Actor,
    input: NewKeyCredential,
  ): Promise<{ readonly credentialId: string }>;
  /** A token for an identity provider that can only hold one. @throws AppError `invalid-value`. */
  createProvisioning(tx: Tx, actor: Actor, input: NewProvisioning): Promise<NewProvisioningToken>;
  /** In order of id, so oldest first; at most 100 unless `limit` says less. */
  list(
    db: Reader,
    accountId: string,
    page?: {
      readonly after?: string | undefined;
      readonly limit?: number | undefined;
      /** Only those that act as this user. */
      readonly actsAsUserId?: string | undefined;
    },
  ): Promise<readonly Credential[]>;
  find(db: Reader, accountId: string, id: string): Promise<Credential | undefined>;
  /**
   * Holds on the next request. Other keys than before end every token that the old ones got.
   * @throws AppError `not-found`, `credential-inactive`, `credential-kind`, `invalid-value`.
   */
  change(tx: Tx, actor: Actor, id: string, input: CredentialChange): Promise<void>;
  /**
   * A new secret. Without an overlap the old ones, and every token they got, end now; with one they
   * work for so many seconds more, and their tokens end by themselves.
   * @throws AppError `not-found`, `credential-inactive`, `credential-kind`, `too-many-secrets`,
   * `invalid-value`.
   */
  regenerate(
    tx: Tx,
    actor: Actor,
    id: string,
    options?: SecretOptions & { readonly overlapSeconds?: number | undefined },
  ): Promise<NewSecret>;
  /** The same for a provisioning token, of which two can be live. @throws AppError as regenerate. */
  rotateProvisioning(
    tx: Tx,
    actor: Actor,
    id: string,
    options: Pick<NewProvisioning, 'label' | 'expiresInSeconds'> & {
      readonly overlapSeconds?: number | undefined;
    },
  ): Promise<NewProvisioningToken>;
  /** Ends the credential and every token it got, for good. @throws AppError `not-found`. */
  revoke(tx: Tx, actor: Actor, id: string): Promise<void>;
  /** Ends one secret and every token it got. @throws AppError `not-found`. */
  revokeSecret(tx: Tx, actor: Actor, id: string, secretId: string): Promise<void>;
  /** Notes that others could read a secret; `revoke` ends it and every token it got. */
  exposeSecret(
    tx: Tx,
    actor: Actor,
    options: {
      readonly credentialId: string;
      readonly secretId: string;
      readonly revoke: boolean;
    },
  ): Promise<void>;
  /** Does the same work whatever is wrong; any text may be given. */
  authenticateClient(
    db: Reader,
    clientId: string,
    clientSecret: string,
  ): Promise<AuthenticatedClient | RefusedClient>;
  /** By what a client that sends a signed assertion is known; any text may be given. */
  findClaimedClient(db: Reader, clientId: string): Promise<ClaimedClient | RefusedClient>;
  /** @returns false when the client used an assertion of this jti before, on whatever node. */
  useAssertion(
    db: Reader,
    client: { readonly accountId: string; readonly credentialId: string },
    assertion: { readonly jti: string; readonly expiresAt: number },
  ): Promise<boolean>;
  /** Whether a token still holds, and for whom; undefined when it does not. One query. */
  readLiveState(db: Reader, claims: TokenClaims): Promise<LiveState | undefined>;
  /** Whose provisioning token this is, or why it is refused: `expired` or another reason. One query. */
  readProvisioning(db: Reader, token: string): Promise<ProvisioningState | RefusedClient>;
  /**
   * Ends one access token. @returns false when it was ended before.
   */
  revokeToken(tx: Tx, actor: Actor, claims: TokenClaims): Promise<boolean>;
  /** Forgets revoked tokens and used assertions that are over by themselves. */
  purge(db: Reader): Promise<void>;
}
