import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Comparisons } from './folding.ts';
import type { MemberCondition } from './memberships.store.ts';
import type { Group, MemberInput, Origin, Role, User, Visibility } from './records.ts';
import type { UniqueAttributes } from './unique-values.ts';

export interface SearchWriter {
  indexWords(
    tx: Tx,
    thing: Found,
    text: { readonly texts: readonly string[] },
    options?: { readonly isNew?: boolean },
  ): Promise<void>;
  forgetWords(tx: Tx, thing: Found): Promise<void>;
}

interface Found {
  readonly accountId: string;
  readonly kind: 'user' | 'group';
  readonly id: string;
}

export interface DirectoryDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  /**
   * Called before provisioning deactivates or deletes an active user, who was created at `createdAt`, in the same
   * transaction; throws when too many people are leaving.
   */
  readonly leaving?: ((tx: Tx, actor: Actor, createdAt: number) => Promise<void>) | undefined;
  /** Seals the names that only erasing may read. */
  readonly seal: Seal;
  /** Stores the words by which lists find people and groups, in the same transaction. */
  readonly search: SearchWriter;
  /** How attributes of an operator's schemas compare; undefined: there are none. */
  readonly comparisons?: Comparisons | undefined;
  /** The unique ones of those attributes; undefined: none. */
  readonly unique?: UniqueAttributes | undefined;
}

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
  readonly visibility: Visibility;
  /** As in {@link NewUser}. */
  readonly requiresManager?: boolean | undefined;
}

export interface Removal {
  readonly ifVersion?: number | undefined;
  readonly visibility: Visibility;
}

/** The treatment of a member id that names nobody: an error, or it is ignored and, over SCIM, remembered. */
export type UnknownMembers = 'refuse' | 'skip';

export interface NewGroup {
  readonly attributes: JsonObject;
  readonly members: readonly MemberInput[];
  readonly origin: Origin;
  /** Undefined: refuse. */
  readonly unknownMembers?: UnknownMembers | undefined;
}

/** Applied in order. Adding a member again and removing a non-member change nothing. */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly MemberInput[] }
  | { readonly kind: 'remove'; readonly values: readonly string[] }
  | { readonly kind: 'removeAll' }
  | { readonly kind: 'replace'; readonly members: readonly MemberInput[] }
  | { readonly kind: 'removeWhere'; readonly where: MemberCondition };

export interface GroupChange {
  /** Returns the new state of the locked group. It must be pure, because it runs again when the transaction does. */
  readonly change: (before: Group) => {
    readonly attributes: JsonObject;
    /** Empty: the membership stays as it is. */
    readonly members: readonly MemberChange[];
  };
  readonly ifVersion?: number | undefined;
  readonly unknownMembers?: UnknownMembers | undefined;
}
