import type { Fixed, Flag } from './column-types.ts';

/** A link by which people without an account fill in forms of a template. Links are never deleted. */
export interface PublicLinksTable {
  account_id: Fixed<string>;
  /** A UUID of version 8: forms name their link as the creator, and its version tells a link from a user. */
  id: Fixed<string>;
  template_id: Fixed<string>;
  name: string;
  /** SHA-256 of the token, base64url. */
  token_hash: Fixed<string>;
  /** JSON, sealed: the token, to show the link again, and the key that signs prefilled answers. */
  secrets: string;
  /** `ended` is final. */
  state: 'active' | 'paused' | 'ended';
  /** Milliseconds since the epoch; null: at once, and without an end. */
  opens_at: number | null;
  closes_at: number | null;
  /** null: any number. */
  max_answers: number | null;
  /** The number of forms that were sent. */
  answer_count: number;
  /** argon2id of the code that people must type; null: none. */
  code_hash: string | null;
  once_per_browser: Flag;
  proof_of_work: Flag;
  thank_you: string | null;
  /** Whether the browser of a visitor keeps what is not sent yet when its page is closed. */
  keep_on_device: Flag;
  /** Increases with each change of the settings, not with answers. */
  revision: number;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  updated_at: number;
}

/** What the holder of a link may do for a while: read one version, upload files and send one form. No address is kept. */
export interface PublicLinkSessionsTable {
  account_id: Fixed<string>;
  /** SHA-256 of the session, base64url. */
  hash: Fixed<string>;
  link_id: Fixed<string>;
  version_id: Fixed<string>;
  /** The id of the form that will be sent. */
  form_id: Fixed<string>;
  /** Tells the browser from others that use this link; null where the link does not ask. */
  browser_hash: Fixed<string | null>;
  /** Names the code that the visit was opened with, '' for none; null: opened by a version that did not note it. */
  code_mark: Fixed<string | null>;
  /** JSON: the answers that the signed link fixes. */
  prefill: Fixed<string>;
  /** The puzzle that waits for its solution; null: none, or it was used. */
  puzzle: string | null;
  puzzle_ends_at: number | null;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

/** A browser that has sent a form by a link that takes one from each. */
export interface PublicLinkBrowsersTable {
  account_id: Fixed<string>;
  link_id: Fixed<string>;
  browser_hash: Fixed<string>;
}
