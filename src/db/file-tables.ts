import type { Fixed } from './column-types.ts';

export interface AttachmentsTable {
  account_id: Fixed<string>;
  /** A UUID, usually made by the client. */
  id: Fixed<string>;
  form_id: Fixed<string>;
  field_name: Fixed<string>;
  /** The original name: shown to users, and never part of a path. */
  file_name: Fixed<string>;
  content_type: Fixed<string>;
  /** In bytes. */
  size: Fixed<number>;
  sha256: Fixed<string>;
  storage_key: Fixed<string>;
  /** The processed picture that is shown, if the file is a picture. */
  picture_key: Fixed<string | null>;
  picture_type: Fixed<string | null>;
  /** In bytes. */
  picture_size: Fixed<number | null>;
  /** SHA-256 of the picture; null for one that no version has hashed yet. */
  picture_sha256: string | null;
  /** When the stored file was found to be missing or to have other bytes; null while it is as it was stored. */
  damaged_at: number | null;
  /** The same of the picture. */
  picture_damaged_at: number | null;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  /** When to check whether the answers still refer to the file. */
  check_at: number;
}

/** Files that no row refers to: they are being uploaded, or to be deleted. */
export interface LooseFilesTable {
  account_id: Fixed<string>;
  storage_key: Fixed<string>;
  since: Fixed<number>;
}
