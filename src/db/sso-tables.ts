import type { ColumnType } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

type Unless<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface SsoConnectionsTable {
  account_id: Fixed<string>;
  /** Account code, a dash, a UUIDv7. */
  id: Fixed<string>;
  /** OpenID Connect or SAML 2.0. */
  kind: ColumnType<'oidc' | 'saml', 'oidc' | 'saml' | undefined, never>;
  name: string;
  /** With SAML the entity id of the identity provider; empty until its metadata is known. */
  issuer: string;
  /** Empty with SAML. */
  client_id: string;
  /** Sealed; empty with SAML. */
  client_secret: string;
  /** The claim of the ID token that identifies the user; with SAML `NameID` or the name of an attribute. */
  claim: string;
  /** The SCIM attribute that the claim must equal. */
  attribute: 'externalId' | 'userName';
  /** JSON array: the credentials whose users sign in here; null: all users whom no other connection covers. */
  credential_ids: string | null;
  enabled: Flag;
  /** The last sign-in with the present settings, to the hour; null: none yet. */
  last_sign_in_at: Unless<number>;
  created_at: Fixed<number>;
  /** Where the browser is sent with a request (SAML). */
  saml_sign_on: Unless<string>;
  /** JSON array: the certificates of the identity provider, as PEM (SAML). */
  saml_certificates: Unless<string>;
  /** Where the metadata of the identity provider is read again; null: they came as a file (SAML). */
  saml_metadata_url: Unless<string>;
  /** An address of the metadata that replaces `saml_sign_on` once an admin agrees (SAML). */
  saml_waiting_sign_on: Unless<string>;
  /** When the metadata was last read (SAML). */
  saml_refreshed_at: Unless<number>;
  /** When the next daily reading is due (SAML). */
  saml_refresh_due_at: Unless<number>;
  /** Why the last reading failed; null: it did not (SAML). */
  saml_refresh_problem: Unless<string>;
}

/** Assertions by which somebody signed in, so that none signs in twice. */
interface UsedSamlAssertionsTable {
  account_id: Fixed<string>;
  connection_id: Fixed<string>;
  /** SHA-256 of the id of the assertion, base64url. */
  assertion_hash: Fixed<string>;
  expires_at: Fixed<number>;
}

/** Answers of identity providers that were checked and wait for their browser, for a minute at most. */
interface SamlOutcomesTable {
  account_id: Fixed<string>;
  connection_id: Fixed<string>;
  /** SHA-256 of the handle in the address that the browser opens next, base64url. */
  handle_hash: Fixed<string>;
  sealed: Fixed<string>;
  expires_at: Fixed<number>;
}

export interface SsoTables {
  sso_connections: SsoConnectionsTable;
  used_saml_assertions: UsedSamlAssertionsTable;
  saml_outcomes: SamlOutcomesTable;
}
