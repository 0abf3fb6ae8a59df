import type { Fixed } from './column-types.ts';

/** Which users of an account need a second factor. */
export type SecondFactorFor = 'nobody' | 'admins' | 'designers' | 'everybody';

/** The authenticator app of a user (RFC 6238); at most one per user. */
export interface SecondFactorsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** In Base32, sealed. */
  secret: string;
  /** The time step of the last accepted code; that code and those of earlier steps are refused. */
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
  /** The user's stamp when the password was checked; the sign-in ends when the user's stamp changes. */
  stamp: Fixed<number>;
  method: Fixed<'password' | 'link'>;
  /** How many codes were entered. */
  tries: number;
  expires_at: Fixed<number>;
}
