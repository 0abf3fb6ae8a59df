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
  /** What it proves itself with. */
  kind: ColumnType<CredentialKind, CredentialKind | undefined, never>;
  /** Null for a provisioning token, which acts as the built-in identity. */
  acts_as_user_id: Fixed<string | null>;
  /** JSON array of rights, null for all that the user has. */
  rights: string | null;
  /** JSON array of networks that it may be used from, null for any. */
  allowed_networks: string | null;
  /** Goes up when every token issued for it must end. */
  version: number;
  revoked_at: number | null;
  created_by: Fixed<string | null>;
  created_at: Fixed<number>;
  last_used_at: number | null;
  last_used_ip: string | null;
  /** User-Agent, shortened. */
  last_used_agent: string | null;
  /** When, from where and why a client that claimed to be it was last refused. */
  last_refused_at: number | null;
  last_refused_ip: string | null;
  /** A code, as in the audit record. */
  last_refused_reason: string | null;
}

/** Client secrets, and the texts of provisioning tokens. */
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
  /** When it was first sent where others could read it. */
  exposed_at: number | null;
  last_used_at: number | null;
  last_used_ip: string | null;
  last_used_agent: string | null;
}

/** Whose signature proves a client: its own keys, or those of an issuer that speaks for it. */
export interface ClientKeysTable {
  account_id: Fixed<string>;
  credential_id: Fixed<string>;
  /** What a federated assertion says; null for a client that signs for itself. */
  issuer: Fixed<string | null>;
  subject: Fixed<string | null>;
  audience: Fixed<string | null>;
  /** Either the address of a key set or the key set itself. */
  jwks_url: string | null;
  jwks: string | null;
  /** 1: its own assertions may name the token endpoint as audience, and live for minutes. */
  token_endpoint_audience: ColumnType<Flag, Flag | undefined, Flag>;
}

/** Client assertions that were used, until they expire: each is good for one token request. */
export interface UsedAssertionsTable {
  account_id: Fixed<string>;
  credential_id: Fixed<string>;
  /** SHA-256 of the jti, base64url. */
  jti_hash: Fixed<string>;
  expires_at: Fixed<number>;
}
