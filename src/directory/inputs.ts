import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Comparisons } from './folding.ts';
import type { MemberCondition } from './memberships.store.ts';
import type { Group, MemberInput, Origin, Role, Sight, User } from './records.ts';
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
   * Asked before provisioning deactivates or deletes an active user, who is here since `createdAt`, in the same
   * transaction; throws when too many are leaving.
   */
  readonly leaving?: ((tx: Tx, actor: Actor, createdAt: number) => Promise<void>) | undefined;
  /** Keeps what only erasing is to read. */
  readonly seal: Seal;
  /** What lists find people and groups by; it is written with them. */
  readonly search: SearchWriter;
  /** How attributes of an operator's schemas compare; left out: there are none. */
  readonly comparisons?: Comparisons | undefined;
  /** Those of them that are unique; left out: none. */
  readonly unique?: UniqueAttributes | undefined;
}

export interface NewUser {
  /** Canonical; without `active` the user is active. */
  readonly attributes: JsonObject;
  readonly passwordHash?: string | undefined;
  readonly origin: Origin;
  /** Left out: member. */
  readonly role?: Role | undefined;
  readonly protected?: boolean | undefined;
  /** A manager whom nobody knows is an error; left out: it is kept, and may come. */
  readonly requiresManager?: boolean | undefined;
}

export interface UserChange {
  /**
   * All attributes as they shall be, made from the locked user: what is left out is cleared, and
   * without `active` the user is active. Pure, since it runs again when the transaction does.
   */
  readonly change: (before: User) => JsonObject;
  /** Whether `change` may answer `active: false`. */
  readonly mayDeactivate: boolean;
  /** Left out: the password stays; null: it is taken away. */
  readonly passwordHash?: string | null | undefined;
  readonly ifVersion?: number | undefined;
  readonly sight: Sight;
  /** As for a new user. */
  readonly requiresManager?: boolean | undefined;
}

export interface Removal {
  readonly ifVersion?: number | undefined;
  readonly sight: Sight;
}

/** What becomes of a member id that names nobody: an error, or it is passed over, and over SCIM remembered. */
export type UnknownMembers = 'refuse' | 'skip';

export interface NewGroup {
  readonly attributes: JsonObject;
  readonly members: readonly MemberInput[];
  readonly origin: Origin;
  /** Left out: refuse. */
  readonly unknownMembers?: UnknownMembers | undefined;
}

/** Applied in order. Who is there already is no change when added, who is not when removed. */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly MemberInput[] }
  | { readonly kind: 'remove'; readonly values: readonly string[] }
  | { readonly kind: 'removeAll' }
  | { readonly kind: 'replace'; readonly members: readonly MemberInput[] }
  | { readonly kind: 'removeWhere'; readonly where: MemberCondition };

export interface GroupChange {
  /** How the locked group shall be. Pure: it runs again when the transaction does. */
  readonly change: (before: Group) => {
    readonly attributes: JsonObject;
    /** Empty: the membership stays as it is. */
    readonly members: readonly MemberChange[];
  };
  readonly ifVersion?: number | undefined;
  readonly unknownMembers?: UnknownMembers | undefined;
}
