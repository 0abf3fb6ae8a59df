import type { ColumnType } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

export type CredentialKind =
  | 'client-secret'
  | 'private-key-jwt'
  | 'federated-identity'
  | 'provisioning-token';

export interface CredentialsTable {
  account_id: Fixed<string>;
  /** The client_id: account code, a dash, a UUIDv7. */
  id: Fixed<string>;
  name: string;
  /** Which kind of proof the client presents. */
  kind: ColumnType<CredentialKind, CredentialKind | undefined, never>;
  /** Null for a provisioning token, which acts as the built-in identity (decision 19). */
  acts_as_user_id: Fixed<string | null>;
  /** JSON array of rights; null: all rights of the user. */
  rights: string | null;
  /** JSON array of networks that may use the credential; null: any network. */
  allowed_networks: string | null;
  /** Increases when every token issued for the credential must end. */
  version: number;
  revoked_at: number | null;
  created_by: Fixed<string | null>;
  created_at: Fixed<number>;
  last_used_at: number | null;
  last_used_ip: string | null;
  /** User-Agent header, shortened. */
  last_used_agent: string | null;
  /** When, from where and why a client that claimed to be this credential was last refused. */
  last_refused_at: number | null;
  last_refused_ip: string | null;
  /** An error code, as in the audit log. */
  last_refused_reason: string | null;
}

/** Client secrets, and the hashes of provisioning tokens. */
export interface SecretsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  credential_id: Fixed<string>;
  label: Fixed<string | null>;
  /** SHA-256 of the secret, base64url. */
  hash: Fixed<string>;
  /** The last four characters before the checksum, to tell secrets apart. */
  hint: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: number | null;
  revoked_at: number | null;
  /** When the secret was first sent over a connection that others could read. */
  exposed_at: number | null;
  last_used_at: number | null;
  last_used_ip: string | null;
  last_used_agent: string | null;
}

/** The keys that verify a client's assertions: its own, or those of an issuer that vouches for it. */
export interface ClientKeysTable {
  account_id: Fixed<string>;
  credential_id: Fixed<string>;
  /** Claims that a federated assertion must have; null for a client that signs its own assertions. */
  issuer: Fixed<string | null>;
  subject: Fixed<string | null>;
  audience: Fixed<string | null>;
  /** Exactly one of the two is set: the URL of a key set, or the key set itself. */
  jwks_url: string | null;
  jwks: string | null;
  /** 1: the client's own assertions may name the token endpoint as audience, and be valid for minutes. */
  token_endpoint_audience: ColumnType<Flag, Flag | undefined, Flag>;
}

/** Used client assertions, kept until they expire: each is valid for one token request. */
export interface UsedAssertionsTable {
  account_id: Fixed<string>;
  credential_id: Fixed<string>;
  /** SHA-256 of the jti, base64url. */
  jti_hash: Fixed<string>;
  expires_at: Fixed<number>;
}
