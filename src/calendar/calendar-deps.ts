import type { Database, Tx } from '#db/database.ts';
import type { GroupsOfUser } from '#form-basics/index.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';

export interface CalendarDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly directory: GroupsOfUser;
  /** `https://host[:port]`, never taken from the Host header. */
  publicUrl(): string;
}
