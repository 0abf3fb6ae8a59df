import type { Fixed } from './column-types.ts';

/** Passkeys of users (WebAuthn). */
export interface PasskeysTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  id: Fixed<string>;
  /** The id that the authenticator gave it, base64url. */
  credential_id: Fixed<string>;
  /** COSE key, base64url. */
  public_key: Fixed<string>;
  /** The authenticator's signature counter; 0 if it has none. */
  counter: number;
  name: string;
  created_at: Fixed<number>;
  last_used_at: number | null;
}

/** Challenges for authenticators; deployment-wide, deleted when answered. */
export interface PasskeyChallengesTable {
  /** SHA-256 of the challenge, base64url. */
  hash: Fixed<string>;
  /** What the challenge may be used for. */
  purpose: Fixed<string>;
  expires_at: Fixed<number>;
}
