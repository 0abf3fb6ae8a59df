import type { Database, Reader, Tx } from '#db/database.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Quotas } from '#quotas/index.ts';
import type { FormsEvents } from './events.ts';

/** What forms needs of the directory: the groups of a user, nested ones included. */
export interface GroupsOfUser {
  groupIdsOf(db: Reader, accountId: string, userId: string): Promise<readonly string[]>;
}

/** What the rules of templates and forms are handed. */
export interface FormWritesDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly directory: GroupsOfUser;
  /** Told of each transition in its transaction. */
  readonly events: FormsEvents;
  /** How many forms an account may have. */
  readonly quotas: Pick<Quotas, 'requireRoomNear' | 'take' | 'giveBack'>;
}

/** What the /v2 endpoints of this folder are handed. */
export interface FormsDeps {
  readonly db: Database;
  readonly directory: GroupsOfUser;
  readonly seal: Seal;
  /** `https://host[:port]`, never from the Host header. */
  publicUrl(): string;
}
