import { Type } from 'typebox';
import { PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { noConnection } from '#sign-in/sso/connection-item.ts';
import { selectDuplicates } from '#sign-in/sso/duplicates.store.ts';
import { type SsoDuplicate, SsoDuplicateList } from '#sign-in/sso/sso.shapes.ts';
import { selectConnection } from '#sign-in/sso/sso.store.ts';

const QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });

/** GET /app/v1/sso-connections/:id/duplicates: the users whom a connection can't tell apart. */
export const listDuplicates = ({ db, seal }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/sso-connections/:id/duplicates',
    role: 'admin',
    query: QUERY,
    doc: {
      summary: 'List users whom single sign-on can’t tell apart',
      tag: 'Single sign-on',
      description:
        'Active users with the same `externalId`: a connection that matches users by `externalId` signs in none of them. Inactive users with the same `externalId` don’t matter. Empty for a connection that matches by `userName`, which is unique.',
      responses: {
        200: { description: 'Sorted by externalId.', schema: SsoDuplicateList },
        404: 'no connection',
      },
    },
    async handle({ principal: { accountId }, params: { id }, query }) {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const connection = await selectConnection(db.reader, accountId, id);
      if (!connection) throw noConnection();
      if (connection.attribute === 'userName') return { status: 200, body: { items: [] } };
      const context = { list: 'sso-duplicates', accountId, terms: [id] };
      const [after = ''] = openCursor(seal, context, cursor) ?? [];
      const rows = await selectDuplicates(db, accountId, { after, limit: limit + 1 });
      const duplicates = [...Map.groupBy(rows, (row) => row.external_id)].map(
        ([externalId, sharing]): SsoDuplicate => ({
          externalId,
          count: Number(sharing[0]?.users ?? sharing.length),
          users: sharing.map((row) => ({
            id: row.id,
            userName: row.user_name,
            ...(row.display_name !== null && { displayName: row.display_name }),
          })),
        }),
      );
      const body: SsoDuplicateList = toPage(seal, context, duplicates, limit, {
        positionOf: ({ externalId }) => [externalId],
        toItem: (item) => item,
      });
      return { status: 200, body };
    },
  });
