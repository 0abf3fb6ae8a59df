import type { Fixed } from './column-types.ts';

export interface WebhooksTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  target_url: string;
  /** JSON array of event types, as the subscriber spelled them. */
  event_types: string;
  /** Null: events of all templates. */
  template_id: string | null;
  description: string | null;
  /** `whsec_…`, sealed with the master key. */
  secret: string;
  /** The previous secret, sealed; messages are signed with both until `previous_until`. */
  previous_secret: string | null;
  previous_until: number | null;
  state: 'active' | 'disabled';
  /** `gone`: the receiver answered 410. `failing`: no delivery succeeded for days. `admin`: turned off by hand. */
  disabled_reason: 'gone' | 'failing' | 'admin' | null;
  disabled_at: number | null;
  /** The first failure since the last successful delivery. */
  failing_since: number | null;
  /** The admin whose rights decide of which forms it tells. */
  created_by: string;
  created_at: Fixed<number>;
}

/** The delivery queue: one row per event and webhook, written in the transaction of the change that it reports. */
export interface WebhookDeliveriesTable {
  account_id: Fixed<string>;
  /** Sent as `webhook-id`, the same with every attempt. */
  id: Fixed<string>;
  webhook_id: Fixed<string>;
  type: Fixed<string>;
  /** When the event happened. */
  at: Fixed<number>;
  /** JSON: the `data` of the message, without URLs of Formstead. */
  data: Fixed<string>;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** When the next attempt is due; while a node has claimed the delivery, the end of its claim. Null once settled. */
  next_at: number | null;
  /** The end of the claim by the storage's clock; null when no node has claimed the delivery. */
  claimed_until: number | null;
  /** The span that queued it, as a traceparent; null if that was not traced. */
  trace: Fixed<string | null>;
}

export interface WebhookAttemptsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  delivery_id: Fixed<string>;
  at: Fixed<number>;
  ms: Fixed<number>;
  /** HTTP status; null if there was no answer. */
  status: Fixed<number | null>;
  /** Why there was no answer. */
  error: Fixed<string | null>;
  /** The beginning of an answer that was not 2xx. */
  answer: Fixed<string | null>;
}
