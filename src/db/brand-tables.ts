import type { Fixed } from './column-types.ts';

/** What an organisation looks like: at most one row per account. */
export interface BrandsTable {
  account_id: Fixed<string>;
  /** `#rrggbb`; null: Formstead's own colour. */
  accent: string | null;
  /** The PNG, base64; null: no logo. The other columns of the logo are null with it. */
  logo: string | null;
  /** Names the logo in its URL; it says nothing about the picture to somebody who does not know the account's id. */
  logo_hash: string | null;
  /** In pixels. */
  logo_width: number | null;
  logo_height: number | null;
}
