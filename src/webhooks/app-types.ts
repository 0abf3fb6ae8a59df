// The types of webhooks under /app/v1 for the web app, which imports them as types only.
export type {
  NewWebhookBody,
  ShownWebhookSecret,
  Webhook,
  WebhookChangeBody,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
} from './webhooks.shapes.ts';
