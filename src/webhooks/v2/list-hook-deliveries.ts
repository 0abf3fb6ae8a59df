import { Type } from 'typebox';
import { type ListContext, openCursor, sealCursor } from '#http/app/list-page.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { DEFAULT_PAGE_SIZE, readParameters } from '#http/v2/parameters.ts';
import { PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';
import { readDeliveries } from '#webhooks/read-deliveries.ts';
import type { WebhookEndpointDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import { WebhookDelivery } from '#webhooks/webhooks.shapes.ts';

const QUERY = Type.Object({
  pageSize: PAGE_PARAMETERS.pageSize,
  after: PAGE_PARAMETERS.after,
});

/** GET /v2/webhooks/:id/deliveries: lists the deliveries of the last 30 days with their attempts. */
export const listHookDeliveries = ({
  db,
  seal,
  seersOf,
  publicUrl,
}: WebhookEndpointDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/webhooks/:id/deliveries',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    doc: {
      summary: 'List the deliveries of a webhook',
      tag: 'Webhooks',
      description: 'Lists the deliveries of the last 30 days, each with its last attempts.',
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array, newest first.',
          schema: Type.Array(WebhookDelivery),
          headers: { Link: 'The absolute URL of the next page, if there is one (RFC 8288).' },
        },
        304: 'not modified',
        404: 'no webhook in the account',
      },
    },
    async handle(request) {
      const { accountId, userId } = request.principal;
      const webhookId = request.params.id;
      const { pageSize = DEFAULT_PAGE_SIZE, after } = readParameters(QUERY, request.query);
      await requireWebhook(db.reader, accountId, webhookId);
      const context: ListContext = { list: 'v2-deliveries', accountId, terms: [webhookId] };
      const [before] = openCursor(seal, context, after, 'after') ?? [];
      const page = { before, limit: pageSize + 1 };
      const of = { accountId, webhookId };
      const found = await readDeliveries({ db, seersOf }, of, page, userId);
      const items = found.slice(0, pageSize);
      const last = found.length > pageSize ? items.at(-1) : undefined;
      const next = last && sealCursor(seal, context, [last.id]);
      const base = `${publicUrl()}/v2/webhooks/${webhookId}/deliveries`;
      return replyWith(request, items, {
        ...(next !== undefined && {
          link: `<${base}?after=${next}&pageSize=${pageSize}>; rel="next"`,
        }),
      });
    },
  });
