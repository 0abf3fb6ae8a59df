/** What a webhook can be told of. */
type EventType =
  | 'form.created'
  | 'form.assigned'
  | 'form.completed'
  | 'form.reopened'
  | 'form.deleted'
  | 'template.published';

/** The one event type that the reference service is known to have; it means `form.completed`. */
const COMPLETE_ALIAS = 'form.complete';

/** Sent on request, by the same way as any other event. */
export const TEST_EVENT = 'webhook.test';

/** A transition to tell of. Structurally what forms/ tells its listeners. */
export interface WebhookEvent {
  readonly type: EventType;
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of the form or template. */
  readonly id: string;
  readonly templateId: string;
  readonly revision?: number;
  readonly assignment?: { readonly type: 'User' | 'Group'; readonly id: string };
}

/** Whether one who asked for `wanted` is told of `type`. */
export const isWanted = (wanted: readonly string[], type: string): boolean =>
  wanted.includes(type) || (type === 'form.completed' && wanted.includes(COMPLETE_ALIAS));

/** Names what a webhook's secret is sealed for. */
export const secretContext = (accountId: string, id: string): string =>
  `webhook ${accountId} ${id}`;
