import { queryOptions } from '@tanstack/react-query';
import type {
  NewWebhookBody,
  ShownWebhookSecret,
  Webhook,
  WebhookChangeBody,
  WebhookDelivery,
} from '#webhooks/app-types.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { queryClient } from './query-client.ts';

export const WEBHOOKS = '/app/v1/webhooks';
export const deliveriesOf = (id: string): string => `${WEBHOOKS}/${id}/deliveries`;

export const webhookQuery = (id: string) =>
  queryOptions({ queryKey: ['webhook', id], queryFn: () => get<Webhook>(`${WEBHOOKS}/${id}`) });

export const createWebhook = (input: NewWebhookBody) =>
  change(() => call<ShownWebhookSecret>('POST', WEBHOOKS, input));

export const changeWebhook = (id: string, input: WebhookChangeBody) =>
  change(() => call<Webhook>('PATCH', `${WEBHOOKS}/${id}`, input));

export const deleteWebhook = (id: string) => change(() => call('DELETE', `${WEBHOOKS}/${id}`));

export const rotateSecret = (id: string, overlapSeconds: number) =>
  change(() =>
    call<ShownWebhookSecret>('POST', `${WEBHOOKS}/${id}/rotate-secret`, { overlapSeconds }),
  );

export const enableWebhook = (id: string) =>
  change(() => call<Webhook>('POST', `${WEBHOOKS}/${id}/enable`));

export const testWebhook = (id: string) => change(() => call('POST', `${WEBHOOKS}/${id}/test`));

export const resend = (id: string, { id: delivery }: WebhookDelivery) =>
  change(() => call('POST', `${deliveriesOf(id)}/${delivery}/resend`));

/** Reads webhooks and their deliveries again. */
export async function lookAgain(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) =>
      first === 'webhook' || (typeof first === 'string' && first.startsWith(WEBHOOKS)),
  });
}

async function change<T>(act: () => Promise<T>): Promise<T> {
  const result = await confirmed(act);
  await lookAgain();
  return result;
}
