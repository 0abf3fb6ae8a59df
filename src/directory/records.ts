import type { JsonObject } from '#kernel/json.ts';
import type { PasswordMinLength } from './password-policy.ts';

export type Role = 'admin' | 'designer' | 'member';
/** `local`: made here and never touched by an identity provider; `provisioned`: made or adopted over SCIM. */
export type Origin = 'local' | 'provisioned';
/** `provisioning`: break-glass users do not exist for whoever asks. */
export type Sight = 'all' | 'provisioning';

/** Times are milliseconds since the epoch. */
export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly userName: string;
  /** Gets in; `attributes.active` is what the identity provider says. */
  readonly active: boolean;
  /** Since when an admin keeps the user out, whatever the identity provider says. */
  readonly blockedAt?: number | undefined;
  readonly role: Role;
  readonly origin: Origin;
  /** Break-glass: invisible and unwritable for an identity provider. */
  readonly protected: boolean;
  /** Goes up when everything issued for the user must end. */
  readonly stamp: number;
  /** Counts changes of the user itself; what is derived (groups, manager's name) is not in it. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Canonical SCIM attributes, extensions under their URN; never password, groups, id or meta. */
  readonly attributes: JsonObject;
}

/** A group a user is in: `direct`, or through a group inside it. */
export interface GroupLink {
  readonly id: string;
  readonly displayName: string;
  readonly direct: boolean;
}

/** Whom a user's manager attribute means. */
export interface Manager {
  readonly id: string;
  readonly displayName?: string | undefined;
}

/** A user with what is derived from others on read. */
export interface UserView extends User {
  /** Ordered by id. */
  readonly groups: readonly GroupLink[];
  /** Undefined without a manager, and while it means nobody or several. */
  readonly manager?: Manager | undefined;
}

/** What SCIM shows of a user, the attributes still text: for answers that copy it. */
export interface UserText
  extends Pick<UserView, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'groups' | 'manager'> {
  /** Canonical attributes as JSON, without the manager. */
  readonly attributesText: string;
  /** As it was sent. */
  readonly managerText: string | undefined;
}

export interface Group {
  readonly id: string;
  readonly accountId: string;
  readonly displayName: string;
  readonly origin: Origin;
  readonly version: number;
  /** Counts changes of what its members are called. */
  readonly renames: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** displayName, externalId, extensions under their URN; never members, id or meta. */
  readonly attributes: JsonObject;
}

export interface Member {
  readonly id: string;
  readonly type: 'User' | 'Group';
  /** displayName, of a user without one userName. */
  readonly display: string;
}

/** A member as a client names it. What is stored as its type is what the id really is. */
export interface MemberInput {
  readonly value: string;
  readonly type?: string | undefined;
}

export interface Account {
  readonly id: string;
  /** Two to twenty of a-z and 0-9; starts every opaque handle of the account; never changes. */
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  readonly basicAllowed: boolean;
  readonly passwordMinLength: PasswordMinLength;
  /** Where its days begin and end, as an IANA name. */
  readonly timeZone: string;
  /** Only break-glass users may sign in otherwise than by single sign-on. */
  readonly ssoOnly: boolean;
  readonly createdAt: number;
}

/** What a typed name stands for. */
export interface SignInSearch {
  /** The deployment has more than one account, so that a bare name may be that of several people. */
  readonly severalAccounts: boolean;
  /** Undefined when nothing says which account is meant. */
  readonly place: SignInPlace | undefined;
}

/** Where somebody signs in: the account may be known even when the user is not. */
export interface SignInPlace {
  readonly accountId: string;
  /**
   * The account was named by its code, or is the only one. False: it was found because somebody in it has
   * the name, so an answer that tells anything of this account tells that the name exists.
   */
  readonly isNamed: boolean;
  readonly basicAllowed: boolean;
  readonly ssoOnly: boolean;
  readonly user: SignIn | undefined;
}

/** The second factors of a user, and whether the account asks for one. */
export interface SecondFactorState {
  /** An authenticator app is set up. */
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** From when a password alone is not enough, in milliseconds since the epoch; undefined: it is not asked for. */
  readonly requiredFrom: number | undefined;
}

/** What password sign-in needs to know, read in one query. */
export interface SignIn {
  readonly accountId: string;
  readonly accountCode: string;
  readonly accountActive: boolean;
  readonly basicAllowed: boolean;
  /** Whether an admin stopped provisioning; left out: it is on. */
  readonly provisioning?: 'paused' | 'disconnected';
  readonly userId: string;
  readonly userActive: boolean;
  readonly role: Role;
  /** A session that begins now ends when it becomes another. */
  readonly stamp: number;
  /** Neither password nor passkey counts. */
  readonly bySsoOnly: boolean;
  readonly secondFactor: SecondFactorState;
  readonly passwordHash?: string;
}

export interface WrittenGroup {
  readonly group: Group;
  /** Ids that name nobody and were passed over, each once. */
  readonly unknownMembers: readonly string[];
  /** How many members were removed. */
  readonly removed: number;
}
