import type { JsonObject } from '#kernel/json.ts';
import type { Role } from '#kernel/role.ts';

export type { Role };
/** `local`: created here and never touched by an identity provider; `provisioned`: created or adopted over SCIM. */
export type Origin = 'local' | 'provisioned';
/** `provisioning`: break-glass users do not exist for the caller. */
export type UserVisibility = 'all' | 'provisioning';

/** Times are milliseconds since the epoch. */
export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly userName: string;
  /** The user may sign in; `attributes.active` is the value that the identity provider sets. */
  readonly active: boolean;
  /** The time since which an admin blocks the user, whatever the identity provider says. */
  readonly blockedAt?: number | undefined;
  readonly role: Role;
  readonly origin: Origin;
  /** Break-glass: invisible and unwritable for an identity provider. */
  readonly protected: boolean;
  /** Raised when everything issued for the user must end. */
  readonly stamp: number;
  /** Counts changes of the user itself, not of derived data (groups, manager's name). */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Canonical SCIM attributes, extensions under their URN; never password, groups, id or meta. */
  readonly attributes: JsonObject;
}

/** A group that contains a user: `direct`, or through a group inside it. */
export interface GroupLink {
  readonly id: string;
  readonly displayName: string;
  readonly direct: boolean;
}

/** The user that another user's manager attribute means. */
export interface Manager {
  readonly id: string;
  readonly displayName?: string | undefined;
}

/** A user with the data that is derived from others on read. */
export interface UserView extends User {
  /** Ordered by id. */
  readonly groups: readonly GroupLink[];
  /** Undefined without a manager, and while it means nobody or several. */
  readonly manager?: Manager | undefined;
}

/** The data of a user that SCIM shows, with the attributes as text, for answers that copy it. */
export interface UserText
  extends Pick<UserView, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'groups' | 'manager'> {
  /** Canonical attributes as JSON, without the manager. */
  readonly attributesText: string;
  /** The manager attribute as it was sent. */
  readonly managerText: string | undefined;
}

export interface Group {
  readonly id: string;
  readonly accountId: string;
  readonly displayName: string;
  readonly origin: Origin;
  readonly version: number;
  /** Counts changes of the names and visibility of its members. */
  readonly renames: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** displayName, externalId, extensions under their URN; never members, id or meta. */
  readonly attributes: JsonObject;
}

export interface Member {
  readonly id: string;
  readonly type: 'User' | 'Group';
  /** The displayName; for a user without one, the userName. */
  readonly display: string;
}

/** A member as a client names it. The stored type is the real type of the id, not the one that the client sends. */
export interface MemberInput {
  readonly value: string;
  readonly type?: string | undefined;
}

/** Minimum lengths in characters: of passwords that people choose in Formstead, and of those that arrive over SCIM. */
export interface PasswordMinLength {
  readonly web: number;
  /** The identity providers' own rules often say 8, and nobody has to remember a password that they send. */
  readonly scim: number;
}

export interface Account {
  readonly id: string;
  /** Two to twenty of a-z and 0-9; starts every opaque handle of the account; never changes. */
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly basicAllowed: boolean;
  readonly passwordMinLength: PasswordMinLength;
  /** The IANA name of the time zone of its days. */
  readonly timeZone: string;
  /** Only break-glass users may sign in otherwise than by single sign-on. */
  readonly ssoOnly: boolean;
  readonly createdAt: number;
}

/** The result of a search for a typed name. */
export interface SignInSearch {
  /** The deployment has more than one account, so that a bare name may be that of several people. */
  readonly severalAccounts: boolean;
  /** Undefined when the account cannot be determined. */
  readonly account: SignInAccount | undefined;
}

/** The account that somebody signs in to; it may be known even when the user is not. */
export interface SignInAccount {
  readonly accountId: string;
  /**
   * The account was named by its code, or is the only one. False: it was found because a user in it has the name,
   * so an answer that tells anything about this account tells that the name exists.
   */
  readonly isNamed: boolean;
  readonly basicAllowed: boolean;
  readonly ssoOnly: boolean;
  readonly user: SignIn | undefined;
}

/** The second factors of a user, and whether the account requires one. */
export interface SecondFactorState {
  /** An authenticator app is set up. */
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** The time from which a password alone is not enough, in milliseconds since the epoch; undefined: not required. */
  readonly requiredFrom: number | undefined;
}

/** The data that password sign-in needs, read in one query. */
export interface SignIn {
  readonly accountId: string;
  readonly accountCode: string;
  readonly accountActive: boolean;
  readonly basicAllowed: boolean;
  /** Set when an admin stopped provisioning; undefined while it is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly userId: string;
  readonly userActive: boolean;
  readonly role: Role;
  /** A session that begins now ends when the stamp changes. */
  readonly stamp: number;
  /** Neither password nor passkey is accepted. */
  readonly bySsoOnly: boolean;
  readonly secondFactor: SecondFactorState;
  readonly passwordHash?: string;
}

export interface WrittenGroup {
  readonly group: Group;
  /** Ids that name nobody and were ignored, each once. */
  readonly unknownMembers: readonly string[];
  /** The number of members that were removed. */
  readonly removed: number;
}
