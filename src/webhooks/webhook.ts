import type { Reader } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';

/** Events that a webhook can subscribe to. */
type EventType =
  | 'form.created'
  | 'form.assigned'
  | 'form.completed'
  | 'form.reopened'
  | 'form.submitted-for-review'
  | 'form.approved'
  | 'form.sent-back'
  | 'form.rejected'
  | 'form.deleted'
  | 'form.due'
  | 'form.overdue'
  | 'assignment.due'
  | 'assignment.overdue'
  | 'template.published';

/** The only event type that the reference service is known to have; it means `form.completed`. */
const COMPLETE_ALIAS = 'form.complete';

/** Sent on request, and delivered like any other event. */
export const TEST_EVENT = 'webhook.test';

/** What a rule tells the webhook that it names; nobody subscribes to it. */
export const RULE_EVENT = 'form.rule';

/**
 * Returns the answers of a form to these fields at this moment; handed in, because forms decide it. So no answer waits in
 * the queue, or stays in the log, of a form that is deleted.
 */
export type AnswersFor = (
  accountId: string,
  formId: string,
  fields: readonly string[],
) => Promise<JsonObject>;

/** An event of a form, assignment or template: the part of a form event that this domain reads. */
export interface WebhookEvent {
  readonly type: EventType;
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Id of the form, assignment or template. */
  readonly id: string;
  readonly templateId: string;
  readonly revision?: number;
  readonly assignment?: { readonly type: 'User' | 'Group' | 'Link'; readonly id: string };
  /** Of a form with a review: its state and its step. */
  readonly review?: { readonly state: string; readonly step: number };
  /** Of what becomes due: when, in milliseconds. */
  readonly dueAt?: number;
  /** What the sender calls an assignment. */
  readonly reference?: string;
  /** Set when one answer of a complete form was corrected: by whom, and the name of the question. */
  readonly correction?: { readonly by: string; readonly field: string };
}

/** Returns those of some admins who see all forms of a template; handed in, because forms decide it. */
export type SeersOf = (
  db: Reader,
  accountId: string,
  templateId: string,
  adminIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Returns whether a webhook that subscribed to `wanted` gets events of `type`. */
export const isWanted = (wanted: readonly string[], type: string): boolean =>
  wanted.includes(type) || (type === 'form.completed' && wanted.includes(COMPLETE_ALIAS));

/** Returns the context for which a webhook's secret is sealed. */
export const webhookContext = (accountId: string, id: string): string =>
  `webhook ${accountId} ${id}`;
