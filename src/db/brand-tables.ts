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

/** What the forms of a template have instead of the organisation's brand; the columns of the logo are the same. */
export interface TemplateBrandsTable extends BrandsTable {
  template_id: Fixed<string>;
  /** Lines of PDFs; null: none, and the name of the form as footer. */
  header: string | null;
  footer: string | null;
  /** `A4` or `Letter`. */
  page_size: string;
  /** 1 or 2. */
  columns: number;
}
