import type { Fixed } from './column-types.ts';

/** The fonts that an organisation uploaded for its PDFs: at most three rows per account. */
export interface AccountFontsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** As the font names itself. */
  name: Fixed<string>;
  /** How many characters it has. */
  characters: Fixed<number>;
  /** In bytes. */
  size: Fixed<number>;
  /** Of the file, in hexadecimal. */
  sha256: Fixed<string>;
  /** The file, base64. */
  bytes: Fixed<string>;
  created_at: Fixed<number>;
}
