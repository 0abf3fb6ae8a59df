// Types of the webhook endpoints under /app/v1, for the web app, which imports types only.
export type {
  NewWebhookBody,
  ShownWebhookSecret,
  Webhook,
  WebhookChangeBody,
  WebhookDelivery,
} from './webhooks.shapes.ts';
