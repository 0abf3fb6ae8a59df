import type { Fixed } from './column-types.ts';

/** PDFs that designers uploaded as the paper of their forms. A row never changes. */
export interface DocumentPapersTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** Of the PDF as it was uploaded, in hexadecimal. */
  sha256: Fixed<string>;
  /** Of the PDF and of its base together, in bytes. */
  size: Fixed<number>;
  /** JSON: the pages, the fields that were found, and what was left out. */
  content: Fixed<string>;
  created_at: Fixed<number>;
}

/** The bytes of papers in parts of half a MiB, so that no row is large. */
export interface DocumentPartsTable {
  account_id: Fixed<string>;
  paper_id: Fixed<string>;
  /** `original`: as it was uploaded. `base`: what documents are drawn on. */
  kind: Fixed<string>;
  /** From 0. */
  position: Fixed<number>;
  /** Base64. */
  bytes: Fixed<string>;
}

/** What is drawn where on a paper: once for the draft of a template, and once for each version that was published with it. */
export interface DocumentsTable {
  account_id: Fixed<string>;
  template_id: Fixed<string>;
  /** Empty for the draft. The row of a version never changes. */
  version_id: Fixed<string>;
  /** The same in the draft and in all versions. */
  id: Fixed<string>;
  paper_id: string;
  title: string;
  /** JSON: the boxes. */
  layout: string;
  revision: number;
}
