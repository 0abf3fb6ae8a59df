import type { Audit } from '#audit/index.ts';
import type { Database } from '#db/database.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Outbound } from '#outbound/outbound.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { SeersOf } from './webhook.ts';

/** The dependencies of endpoints that return addresses of their own. */
export interface WebhookEndpointDeps extends WebhookDeps {
  /** The URL of the instance, for links in answers. */
  readonly publicUrl: () => string;
}

export interface WebhookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly seal: Seal;
  readonly audit: Audit;
  readonly outbound: Outbound;
  readonly deliveryQueue: DeliveryQueue;
  readonly seersOf: SeersOf;
  readonly idempotency: Idempotency;
}
