import type {
  FormAssignedMessage,
  FormCompletedMessage,
  FormCreatedMessage,
  FormDeletedMessage,
  FormReopenedMessage,
  TemplatePublishedMessage,
} from './generated/api.ts';

/** What `POST /v2/webhooks/{id}/test` sends. */
export interface WebhookTestMessage {
  readonly type: 'webhook.test';
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a webhook sends. `type` says which it is. */
export type WebhookMessage =
  | FormAssignedMessage
  | FormCompletedMessage
  | FormCreatedMessage
  | FormDeletedMessage
  | FormReopenedMessage
  | TemplatePublishedMessage
  | WebhookTestMessage;
