import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import { webhookContext } from './webhook.ts';

const table = { table: 'webhooks', id: 'id', contextOf: webhookContext } as const;

/** The stored secrets that sign messages to receivers. */
export const sealedWebhookSecrets: readonly SealedTexts[] = [
  sealedColumn({ ...table, name: 'secrets of webhooks', column: 'secret' }),
  sealedColumn({ ...table, name: 'former secrets of webhooks', column: 'previous_secret' }),
];
