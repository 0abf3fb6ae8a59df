import { Type } from 'typebox';
import { selectBulkActs } from '#bulk/bulk-act.store.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { BulkActList } from './bulk-act.shapes.ts';
import { toItems } from './bulk-act-item.ts';

const QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });

/** GET /bulk-acts: returns the user's actions on many forms, newest first. */
export const listBulkActs = ({ db, seal }: BulkEndpointDeps) =>
  operation({
    method: 'GET',
    path: '/bulk-acts',
    right: 'forms.read',
    query: QUERY,
    etag: 'content',
    doc: {
      summary: 'List bulk actions',
      tag: 'Bulk actions',
      description: 'Those that the user began, newest first.',
      responses: {
        200: { description: 'A page of actions.', schema: BulkActList },
        304: 'not modified',
      },
    },
    async handle({ principal, query }) {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const { accountId, userId } = principal;
      const context = { list: 'bulk-acts', accountId, terms: [userId] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const jobs = await selectBulkActs(db.reader, principal, before, limit + 1);
      const items = await toItems(db.reader, accountId, jobs);
      const body: BulkActList = toPage(seal, context, items, limit, {
        positionOf: ({ id }) => [id],
        toItem: (item) => item,
      });
      return { status: 200, body };
    },
  });
