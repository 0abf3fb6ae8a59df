import type { Fixed } from './column-types.ts';

/** What one node keeps for all about certificates of an ACME authority: account, certificate, challenges, attempts. */
export interface AcmeItemsTable {
  name: Fixed<string>;
  /** JSON, sealed for `acme NAME`: it contains private keys. */
  sealed: string;
}
