import type { Fixed } from './column-types.ts';

/** People who are deleted and not erased. */
export interface FormerUsersTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  user_name: Fixed<string>;
  user_name_key: Fixed<string>;
  display_name: Fixed<string | null>;
  display_name_key: Fixed<string | null>;
  /** Sealed: a JSON array of the externalId and the e-mail addresses. Null: deleted before they were kept. */
  known_as: string | null;
  deleted_at: Fixed<number>;
}
