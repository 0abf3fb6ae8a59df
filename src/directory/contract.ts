import type { Database, Reader, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Comparisons } from './folding.ts';
import type { GroupRow } from './groups.store.ts';
import type { MemberCondition } from './memberships.store.ts';
import type { PasswordMinLength } from './password-policy.ts';
import type {
  Account,
  Group,
  GroupLink,
  Manager,
  Member,
  MemberInput,
  Origin,
  Role,
  Sight,
  SignInSearch,
  User,
  UserText,
  UserView,
} from './records.ts';
import type { RoleMapping } from './role-mappings.store.ts';
import type { SyncRules } from './sync-rules.store.ts';
import type { UniqueAttributes } from './unique-values.ts';
import type { UserRow } from './users.store.ts';

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

export interface UserPatch {
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

export interface GroupPatch {
  /** How the locked group shall be. Pure: it runs again when the transaction does. */
  readonly change: (before: Group) => {
    readonly attributes: JsonObject;
    /** Empty: the membership stays as it is. */
    readonly members: readonly MemberChange[];
  };
  readonly ifVersion?: number | undefined;
  readonly unknownMembers?: UnknownMembers | undefined;
}

export interface WrittenGroup {
  readonly group: Group;
  /** Ids that name nobody and were passed over, each once. */
  readonly unknownMembers: readonly string[];
  /** How many members were removed. */
  readonly removed: number;
}

/**
 * Reads take the database or a transaction, writes take the caller's transaction and hold only SQL.
 * Another account's ids are unknown ids. Errors are AppErrors with the codes named.
 */
export interface Directory {
  /** One precompiled query with groups (nested ones too) and the manager's name: the hot path. */
  readUser(db: Reader, accountId: string, id: string, sight: Sight): Promise<UserView | undefined>;
  /** One query and no parsing, for the answer that is asked for most; break-glass users do not exist. */
  readUserText(db: Reader, accountId: string, id: string): Promise<UserText | undefined>;
  parseAttributes(user: UserText): JsonObject;
  /** By user id, direct and indirect, each list ordered by group id; users in no group are absent. */
  readGroupLinks(
    db: Reader,
    accountId: string,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly GroupLink[]>>;
  /** Whom texts mean as managers; those that mean nobody, or several, are absent. */
  findManagers(
    db: Reader,
    accountId: string,
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, Manager>>;
  /** Ids of all groups the user is in, nested ones included, in order. */
  groupIdsOf(db: Reader, accountId: string, userId: string): Promise<readonly string[]>;
  readGroup(db: Reader, accountId: string, id: string): Promise<Group | undefined>;
  /** A page in order of member id, after the id given; break-glass users are never shown. */
  readMembers(
    db: Reader,
    accountId: string,
    groupId: string,
    after: string | undefined,
    limit: number,
  ): Promise<readonly Member[]>;
  /** Of the group, at most 10,000. */
  countMembers(db: Reader, accountId: string, groupId: string): Promise<number>;
  readSyncRules(db: Reader, accountId: string): Promise<SyncRules>;
  toUser(row: UserRow): User;
  toGroup(row: GroupRow): Group;

  /** @throws `user-name-taken`, `value-taken`, `break-glass-user`, `unknown-manager`, `invalid-value` */
  createUser(tx: Tx, actor: Actor, input: NewUser): Promise<User>;
  /**
   * PUT and PATCH. A write that changes nothing leaves version and times alone. Over SCIM it adopts a
   * local user. What `change` throws comes out and ends the transaction.
   * @throws `not-found`, `precondition-failed`, `last-admin`, `admin-sign-in` (over SCIM) and those of createUser
   */
  patchUser(tx: Tx, actor: Actor, id: string, input: UserPatch): Promise<User>;
  /** @throws `not-found`, `precondition-failed`, `local-user` (over SCIM), `last-admin` */
  deleteUser(tx: Tx, actor: Actor, id: string, input: Removal): Promise<void>;
  /**
   * Who becomes an admin loses password, sessions, links and passkeys where provisioning wrote the user.
   * @throws `not-found`, `last-admin`
   */
  setRole(tx: Tx, actor: Actor, id: string, role: Role): Promise<User>;
  /** @throws `not-found`, `last-admin` */
  setActive(tx: Tx, actor: Actor, id: string, active: boolean): Promise<User>;
  /**
   * Keeps somebody out whatever the identity provider says, or ends that.
   * @throws AppError `not-found`, `last-admin`
   */
  setBlocked(tx: Tx, actor: Actor, id: string, blocked: boolean): Promise<User>;
  /**
   * Ends sessions and tokens of the user. On the command line it opens the door: such a password counts
   * also where the account has single sign-on only, until it is another one or that is turned on anew.
   * @throws `not-found`
   */
  setPasswordHash(tx: Tx, actor: Actor, id: string, hash: string): Promise<User>;
  /** The highest role that members have by the group, or by one that it is in; undefined for none. */
  roleGivenBy(db: Reader, accountId: string, groupId: string): Promise<Role | undefined>;
  /** Which groups give roles, in order of group id. */
  listRoleMappings(db: Reader, accountId: string): Promise<readonly RoleMapping[]>;
  /**
   * Replaces them all, and gives everybody in a group that is or was mapped the role that follows: the
   * highest of their mapped groups, or member.
   * @throws `invalid-value`, `too-many`, `last-admin`
   */
  setRoleMappings(tx: Tx, actor: Actor, mappings: readonly RoleMapping[]): Promise<void>;
  /** From then on an identity provider sees and may write a break-glass user. @throws `not-found` */
  openToProvisioning(tx: Tx, actor: Actor, id: string): Promise<User>;
  /**
   * Makes a user break-glass: SCIM neither sees nor changes it from now on, and nobody keeps it as
   * manager. @throws `not-found`
   */
  closeToProvisioning(tx: Tx, actor: Actor, id: string): Promise<User>;
  findUserByName(
    db: Reader,
    accountId: string,
    userName: string,
  ): Promise<{ readonly user: User; readonly passwordHash?: string } | undefined>;
  /** The stored hash, so that a password that is sent again unchanged is not a change. */
  readPasswordHash(db: Reader, accountId: string, id: string): Promise<string | undefined>;

  /** @throws `group-name-taken`, `value-taken`, `unknown-member`, `invalid-value` */
  createGroup(tx: Tx, actor: Actor, input: NewGroup): Promise<WrittenGroup>;
  /**
   * PUT and PATCH. Costs as much as the change, whatever the size of the group: the membership is never
   * loaded. A write that changes nothing leaves version and times alone.
   * @throws `not-found`, `precondition-failed`, `group-cycle` and those of createGroup
   */
  patchGroup(tx: Tx, actor: Actor, id: string, input: GroupPatch): Promise<WrittenGroup>;
  /**
   * Takes from its members the role that they had by the group; the audit event names it.
   * @throws `not-found`, `precondition-failed`
   */
  deleteGroup(
    tx: Tx,
    actor: Actor,
    id: string,
    input: { readonly ifVersion?: number | undefined },
  ): Promise<{ readonly changedRoles: number }>;

  /**
   * Forgets members who did not come within 30 days, and lets those join who came in the moment in which a group was
   * written that waits for them.
   */
  tendWaitingMembers(db: Database): Promise<void>;

  /** The code is made from the name, with digits when it is taken. @throws `invalid-value` */
  createAccount(
    tx: Tx,
    input: { readonly name: string; readonly timeZone?: string | undefined },
  ): Promise<{ readonly id: string; readonly code: string }>;
  readAccount(db: Reader, id: string): Promise<Account | undefined>;
  findAccountByCode(db: Reader, code: string): Promise<Account | undefined>;
  /** Ordered by code. */
  listAccounts(db: Reader): Promise<readonly Account[]>;
  /** Whether Basic authentication works in the actor's account. @throws `not-found` */
  setBasicAllowed(tx: Tx, actor: Actor, allowed: boolean): Promise<Account>;
  /**
   * How long the passwords set from now on must be at least in the actor's account, 8 to 64; what is
   * left out stays. @throws `invalid-value` at `web` or `scim`, `not-found`
   */
  setPasswordMinLength(tx: Tx, actor: Actor, length: Partial<PasswordMinLength>): Promise<Account>;
  /** Where the days of the actor's account begin and end. @throws `invalid-value` at `timeZone`, `not-found` */
  setTimeZone(tx: Tx, actor: Actor, timeZone: string): Promise<Account>;
  /** Three stand for three or more. */
  countAccounts(db: Reader): Promise<number>;

  /**
   * Finds who signs in: as `code/userName`, as a bare userName that only one account has, or by an e-mail address that
   * only one person has and nobody as userName. One query, the same whoever there is. An account that is named, or the
   * only one, is found also where nobody has the name.
   */
  findSignIn(db: Reader, name: string): Promise<SignInSearch>;
  /**
   * Stores another hash of the same password, unless it was changed meanwhile: it ends nothing, and is no change of the
   * user.
   */
  replacePasswordHash(
    tx: Tx,
    accountId: string,
    userId: string,
    hash: { readonly from: string; readonly to: string },
  ): Promise<void>;
  /** Whether neither password nor passkey of the user counts, nor may be set. */
  signsInBySsoOnly(db: Reader, accountId: string, userId: string): Promise<boolean>;
}
