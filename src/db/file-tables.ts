import type { Fixed } from './column-types.ts';

export interface AttachmentsTable {
  account_id: Fixed<string>;
  /** A UUID, made by the client as a rule. */
  id: Fixed<string>;
  form_id: Fixed<string>;
  field_name: Fixed<string>;
  /** As people called it: shown, and never part of a path. */
  file_name: Fixed<string>;
  content_type: Fixed<string>;
  /** Bytes. */
  size: Fixed<number>;
  sha256: Fixed<string>;
  storage_key: Fixed<string>;
  /** The picture as it is shown, where there is one. */
  picture_key: Fixed<string | null>;
  picture_type: Fixed<string | null>;
  /** Bytes. */
  picture_size: Fixed<number | null>;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  /** When to look whether the answers still name it. */
  check_at: number;
}

/** Files that nothing names: they are arriving, or to be removed. */
export interface LooseFilesTable {
  account_id: Fixed<string>;
  storage_key: Fixed<string>;
  since: Fixed<number>;
}
