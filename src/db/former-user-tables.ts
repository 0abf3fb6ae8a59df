import type { Fixed } from './column-types.ts';

/** Users who were deleted and not erased. */
export interface FormerUsersTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  user_name: Fixed<string>;
  user_name_key: Fixed<string>;
  display_name: Fixed<string | null>;
  display_name_key: Fixed<string | null>;
  /**
   * Sealed JSON array of the externalId and the e-mail addresses. Null: the user was deleted before these were kept.
   */
  known_as: string | null;
  deleted_at: Fixed<number>;
}
