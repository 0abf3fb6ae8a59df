import type { Fixed } from './column-types.ts';

/** With which people sign in (WebAuthn). */
export interface PasskeysTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  id: Fixed<string>;
  /** The authenticator's, base64url. */
  credential_id: Fixed<string>;
  /** COSE, base64url. */
  public_key: Fixed<string>;
  /** Signatures so far, as the authenticator counts them; 0 when it does not. */
  counter: number;
  name: string;
  created_at: Fixed<number>;
  last_used_at: number | null;
}

/** What authenticators were asked to sign: deployment-wide, deleted when answered. */
export interface PasskeyChallengesTable {
  /** SHA-256 of the challenge, base64url. */
  hash: Fixed<string>;
  /** For whom it counts. */
  purpose: Fixed<string>;
  expires_at: Fixed<number>;
}
