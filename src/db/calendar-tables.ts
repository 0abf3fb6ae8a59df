import type { Fixed } from './column-types.ts';

/** The private address of the calendar of a user. It was shown once. */
export interface CalendarAddressesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  /** SHA-256 of the token in the address, base64url. */
  token_hash: string;
  created_at: number;
}
