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

/** The time, address and client of the last use; written every few seconds. */
export interface LastUse {
  readonly lastUsedAt: number | undefined;
  readonly lastUsedIp: string | undefined;
  /** User-Agent, shortened. */
  readonly lastUsedAgent: string | undefined;
}

/** The last refusal of a client that claimed to be the credential; written every few seconds. */
export interface LastRefusal {
  readonly at: number;
  readonly ip: string;
  /** A code, as in the audit event. */
  readonly reason: string;
}

export interface CredentialSecret extends LastUse {
  readonly id: string;
  /** The last four characters before the checksum. */
  readonly hint: string;
  readonly label: string | undefined;
  readonly state: 'live' | 'expired' | 'revoked';
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** The time at which it was first sent over plain HTTP, where others could read it. */
  readonly exposedAt: number | undefined;
}

export interface Credential extends LastUse {
  /** The client_id. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** The kind of proof, which never changes: another kind needs another credential. */
  readonly kind: CredentialKind;
  /**
   * The userName is undefined when the user was deleted. A provisioning token acts as the built-in provisioning
   * identity, which is no user: then this is undefined.
   */
  readonly actsAs: { readonly id: string; readonly userName: string | undefined } | undefined;
  /** Undefined: everything that the user may do. */
  readonly rights: readonly string[] | undefined;
  /** The networks that it may be used from; undefined: any. */
  readonly allowedNetworks: readonly string[] | undefined;
  /** suspended: the user that it acts as is not active; it becomes active again with the user. */
  readonly state: 'active' | 'suspended' | 'revoked';
  readonly createdAt: number;
  /** The userName is undefined when the user was deleted. Undefined: created on the command line or at set-up. */
  readonly createdBy: { readonly id: string; readonly userName: string | undefined } | undefined;
  /** Client secrets or provisioning tokens, oldest first. */
  readonly secrets: readonly CredentialSecret[];
  /** The public keys of the kinds that authenticate by signature. */
  readonly keys: ClientKeys | undefined;
  readonly lastRefused: LastRefusal | undefined;
}

interface NewClient {
  /** 1 to 200 characters. */
  readonly name: string;
  readonly actsAsUserId: string;
  /** Undefined: everything that the user may do. */
  readonly rights?: readonly string[] | undefined;
  /** Addresses and networks (CIDR); undefined: any. */
  readonly allowedNetworks?: readonly string[] | undefined;
}

/** A client that authenticates with secrets. */
export interface NewCredential extends NewClient, SecretOptions {}

/** A client that authenticates with signatures. */
export interface NewKeyCredential extends NewClient {
  readonly keys: ClientKeys;
}

export interface NewProvisioning {
  readonly name: string;
  readonly allowedNetworks?: readonly string[] | undefined;
  readonly label?: string | undefined;
  /** Required; at most three years. */
  readonly expiresInSeconds: number;
}

/** The parts of a credential that can be changed later; an omitted part stays. */
export interface CredentialChange {
  /** null: everything that the user may do. */
  readonly rights?: readonly string[] | null | undefined;
  /** null: any network. */
  readonly allowedNetworks?: readonly string[] | null | undefined;
  readonly keys?: KeySource | undefined;
  /** For a client that signs for itself; see ClientKeys. */
  readonly tokenEndpointAudience?: boolean | undefined;
}

/** A secret to be shown once: it cannot be recovered from what is stored. */
export interface NewSecret {
  /** The client_id. */
  readonly credentialId: string;
  readonly secretId: string;
  readonly clientSecret: string;
  readonly expiresAt: number | undefined;
}

/** A provisioning token, which is also shown once. */
export interface NewProvisioningToken {
  readonly credentialId: string;
  readonly secretId: string;
  readonly provisioningToken: string;
  readonly expiresAt: number;
}

/** The reason why a client was refused: for the request log and the audit log, never for the client. */
export interface RefusedClient {
  readonly refused: string;
  /** Set when the client id, or the token, starts with the code of an account. */
  readonly accountId: string | undefined;
  /** Set when the client id or the token belongs to a credential. */
  readonly credentialId: string | undefined;
}

/** A client that has authenticated, with the subject of its tokens. */
export interface AuthenticatedClient extends TokenSubject {
  readonly refused?: undefined;
  readonly allowsAddress: AddressRule;
}

/** A client that has yet to authenticate with a signature, and the keys that must have made it. */
export interface ClaimedClient {
  readonly refused?: undefined;
  readonly client: AuthenticatedClient;
  readonly proof: ClientKeys;
}

/** The current state behind a valid access token. */
export interface LiveState {
  readonly accountCode: string;
  /** Undefined: provisioning is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly role: 'admin' | 'designer' | 'member';
  readonly rights: readonly string[] | undefined;
  readonly allowsAddress: AddressRule;
}

/** The current state behind a valid provisioning token. */
export interface ProvisioningAccess {
  readonly refused?: undefined;
  readonly accountId: string;
  readonly accountCode: string;
  /** Undefined: provisioning is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly credentialId: string;
  readonly secretId: string;
  readonly allowsAddress: AddressRule;
}
