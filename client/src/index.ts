/** A typed client for the API of Formstead. README.md shows how to use it. */
export type { AnswerStream } from './answers.ts';
export type { AssignmentChange, Changes, ChangesOptions } from './changes.ts';
export { type Client, createClient } from './create-client.ts';
export type { Upload } from './files.ts';
export { FormsteadError } from './formstead-error.ts';
export type * from './generated/api.ts';
export type { FileBody } from './operation-types.ts';
export type { ClientOptions, Fetch, FetchInit } from './options.ts';
export type { ListPage } from './pages.ts';
export type { WebhookMessage, WebhookTestMessage } from './webhook-message.ts';
export {
  type VerifiedWebhook,
  verifyWebhook,
  type Webhook,
  type WebhookHeaders,
} from './webhooks.ts';
