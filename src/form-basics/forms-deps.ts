import type { Database, Reader, Tx } from '#db/database.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Quotas } from '#quotas/index.ts';
import type { FormsEvents } from './events.ts';

/** Membership in the groups of the directory, nested ones included. */
export interface GroupsOfUser {
  /** Returns the groups that contain a user or a group. */
  groupIdsOf(db: Reader, accountId: string, memberId: string): Promise<readonly string[]>;
  /** Returns the users and groups that any of the groups contains. */
  memberIdsOf(
    db: Reader,
    accountId: string,
    groupIds: readonly string[],
  ): Promise<readonly string[]>;
}

/** The people whom a review asks. */
export interface PeopleOfReviews {
  /** Returns the manager of a user, active or not; undefined without one, and where it is not certain. */
  managerOf(db: Reader, accountId: string, userId: string): Promise<string | undefined>;
  /** Returns those of the users who are active. */
  activeAmong(
    db: Reader,
    accountId: string,
    userIds: readonly string[],
  ): Promise<readonly string[]>;
}

/** The dependencies of the rules for templates and forms. */
export interface FormWritesDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly directory: GroupsOfUser;
  readonly people: PeopleOfReviews;
  /** Receives each transition in its transaction. */
  readonly events: FormsEvents;
  /** The limits of forms and of their answers. */
  readonly quotas: Pick<Quotas, 'requireRoomNear' | 'take' | 'giveBack' | 'limitAnswers'>;
}

/** The dependencies of the /v2 endpoints in this folder. */
export interface FormsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly directory: GroupsOfUser;
  readonly seal: Seal;
  /** `https://host[:port]`, never taken from the Host header. */
  publicUrl(): string;
}
