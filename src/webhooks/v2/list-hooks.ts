import { Type } from 'typebox';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { DEFAULT_PAGE_SIZE, readParameters } from '#http/v2/parameters.ts';
import { PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';
import { MOST_WEBHOOKS } from '#webhooks/make-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { HookItem } from '#webhooks/webhooks.shapes.ts';
import { selectWebhooks } from '#webhooks/webhooks.store.ts';
import { toHookItem } from './hook-item.ts';

const QUERY = Type.Object({
  entityId: Type.Optional(Type.String({ description: 'Only the webhooks of this template.' })),
  pageNumber: PAGE_PARAMETERS.pageNumber,
  pageSize: PAGE_PARAMETERS.pageSize,
});

/** GET /v2/webhooks: lists all webhooks, without pages. */
export const listHooks = ({ db, clock }: WebhookDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/webhooks',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    doc: {
      summary: 'List webhooks',
      tag: 'Webhooks',
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array, oldest first.',
          schema: Type.Array(HookItem),
          headers: { 'X-Total-Count': 'The number of items on all pages together.' },
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle(request) {
      const asked = readParameters(QUERY, request.query);
      const { entityId, pageNumber = 1, pageSize = DEFAULT_PAGE_SIZE } = asked;
      const rows = await selectWebhooks(db.reader, request.principal.accountId, {
        templateId: entityId?.toLowerCase(),
        limit: MOST_WEBHOOKS,
      });
      const page = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
      const now = clock.now();
      const body = page.map((row) => toHookItem(row, now));
      return replyWith(request, body, { 'x-total-count': String(rows.length) });
    },
  });
