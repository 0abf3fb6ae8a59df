import type { Fixed } from './column-types.ts';

/** Whom an account asks for a second factor. */
export type SecondFactorFor = 'nobody' | 'admins' | 'designers' | 'everybody';

/** The authenticator app of a user (RFC 6238); a user has one at most. */
export interface SecondFactorsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** In Base32, sealed. */
  secret: string;
  /** The last time step whose code was accepted: neither it nor an earlier one is accepted again. */
  last_step: number;
  created_at: number;
}

/** The unused recovery codes of users who have an authenticator app. */
export interface RecoveryCodesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the code, base64url. */
  hash: Fixed<string>;
}

/** Sign-ins that wait for a code. */
export interface SignInStepsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the cookie value, base64url. */
  hash: Fixed<string>;
  /** The user's when the password was checked; another one ends the sign-in. */
  stamp: Fixed<number>;
  method: Fixed<'password' | 'link'>;
  /** Codes that were entered. */
  tries: number;
  expires_at: Fixed<number>;
}
