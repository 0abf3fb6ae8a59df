/**
 * The directory: accounts, users, groups, membership and passwords, and every rule about them
 * (DESIGN §3): break-glass admin, adoption, last admin, what a deactivation or a deletion ends. It is
 * the truth that the SCIM interface and the web app both show.
 *
 * It knows no HTTP, no SCIM syntax (attributes arrive canonical) and nothing of forms. A deletion
 * revokes the credentials acting as the user, so it writes that one column of another domain's table.
 */
import type { Random } from '#kernel/ids.ts';
import type { Directory, DirectoryDeps } from './contract.ts';

export type {
  Directory,
  DirectoryDeps,
  GroupReplacement,
  GroupRow,
  NewGroup,
  NewUser,
  Removal,
  UserReplacement,
  UserRow,
} from './contract.ts';
export type {
  Account,
  Group,
  GroupLink,
  Member,
  MemberInput,
  Origin,
  Role,
  Sight,
  SignIn,
  User,
  UserView,
} from './records.ts';

export declare function createDirectory(deps: DirectoryDeps): Directory;

export interface PasswordOptions {
  readonly random: Random;
  /** Processor cores: all but one may hash at once. */
  readonly cores: number;
}
export interface PasswordContext {
  readonly userName?: string | undefined;
  readonly accountName?: string | undefined;
  /** 15 for people choosing one here, 8 for one that arrives over SCIM. */
  readonly minLength: number;
}
export interface Passwords {
  /** argon2id PHC string. @throws `password-policy` over the length limits, `busy` when the queue is full */
  hash(password: string): Promise<string>;
  /** An undefined hash costs the same and is false. @throws `busy` */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /** A new hash, or undefined when the password is the one that `current` was made from. @throws as hash */
  renew(current: string | undefined, password: string): Promise<string | undefined>;
  /** @throws `password-policy` saying what would do */
  checkPolicy(password: string, context: PasswordContext): void;
}
export declare function createPasswords(options: PasswordOptions): Passwords;

/** SCIM path to column of `users`. */
export declare const USER_COLUMNS: Readonly<Record<string, string>>;
/** Multi-valued attributes whose value is in user_values.value_key. */
export declare const INDEXED_VALUES: ReadonlySet<string>;
/** Paths whose text is stored unfolded in `folded` and value_key. */
export declare const CASE_EXACT_PATHS: ReadonlySet<string>;
