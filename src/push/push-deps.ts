import type { Database, Tx } from '#db/database.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { PushQueue } from './push-queue.ts';
import type { SubscribeDeps } from './subscribe.ts';

/** The dependencies of the endpoints. */
export interface PushDeps extends SubscribeDeps {
  readonly db: Database;
  readonly pushQueue: Pick<PushQueue, 'isOn'>;
  readonly audit: { readonly append: AppendAudit<Tx> };
}
