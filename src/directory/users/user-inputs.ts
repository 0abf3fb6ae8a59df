import type { Origin, Role, User, UserVisibility } from '#directory/rows/records.ts';
import type { JsonObject } from '#kernel/json.ts';

export interface NewUser {
  /** Canonical; without `active` the user is active. */
  readonly attributes: JsonObject;
  readonly passwordHash?: string | undefined;
  readonly origin: Origin;
  /** Undefined: member. */
  readonly role?: Role | undefined;
  readonly protected?: boolean | undefined;
  /** Whether an unknown manager is an error; otherwise it is stored, and may be created later. */
  readonly requiresManager?: boolean | undefined;
}

export interface UserChange {
  /**
   * Returns all attributes of the new state, made from the locked user: an omitted attribute is cleared, and without
   * `active` the user is active. It must be pure, because it runs again when the transaction does.
   */
  readonly change: (before: User) => JsonObject;
  /** Whether `change` may return `active: false`. */
  readonly mayDeactivate: boolean;
  /** Undefined: the password stays; null: it is removed. */
  readonly passwordHash?: string | null | undefined;
  readonly ifVersion?: number | undefined;
  readonly visibility: UserVisibility;
  /** As in {@link NewUser}. */
  readonly requiresManager?: boolean | undefined;
}
