import type { Fixed } from './column-types.ts';

export interface WebhooksTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  target_url: string;
  /** JSON array of event types, as the subscriber spelled them. */
  event_types: string;
  /** Null: of every template. */
  template_id: string | null;
  description: string | null;
  /** `whsec_…`, sealed with the master key. */
  secret: string;
  /** The one before, sealed; signs beside the new one for as long as `previous_until` says. */
  previous_secret: string | null;
  previous_until: number | null;
  state: 'active' | 'disabled';
  /** gone: the receiver answered 410; failing: nothing arrived for days; admin: turned off by hand. */
  disabled_reason: 'gone' | 'failing' | 'admin' | null;
  disabled_at: number | null;
  /** Of the first failure since something arrived. */
  failing_since: number | null;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
}

/** The outbox: one event for one webhook, written with the change that it tells of. */
export interface WebhookDeliveriesTable {
  account_id: Fixed<string>;
  /** Goes out as `webhook-id`: the same with every attempt. */
  id: Fixed<string>;
  webhook_id: Fixed<string>;
  type: Fixed<string>;
  /** When it happened. */
  at: Fixed<number>;
  /** JSON: the `data` of the message, without addresses of ours. */
  data: Fixed<string>;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** When it is due; until then whoever claimed it has it. Null once it is settled. */
  next_at: number | null;
  /** By the storage's clock: until then the node that claimed it has it. Null when nobody does. */
  claimed_until: number | null;
}

export interface WebhookAttemptsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  delivery_id: Fixed<string>;
  at: Fixed<number>;
  ms: Fixed<number>;
  /** HTTP status; null when no answer came. */
  status: Fixed<number | null>;
  /** Why no answer came. */
  error: Fixed<string | null>;
  /** The beginning of an answer that was not a 2xx. */
  answer: Fixed<string | null>;
}
