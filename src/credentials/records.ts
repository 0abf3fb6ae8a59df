import type { CredentialKind } from '#db/credential-tables.ts';
import type { Tx } from '#db/database.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { TokenSubject } from '#tokens/tokens.ts';
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
