import { Type } from 'typebox';
import { ExportList } from '#exports/export.shapes.ts';
import { selectExports } from '#exports/export.store.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { toExportItem } from '#exports/export-item.ts';
import { namesOf } from '#exports/export-names.ts';
import { withSeenResults } from '#exports/export-scope.ts';
import { PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { doorOf, operation } from '#http/operation.ts';

const QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });

/** GET /exports: returns the exports of the user, newest first. */
export const listExports = (deps: ExportsDeps) =>
  operation({
    method: 'GET',
    path: '/exports',
    right: 'forms.read',
    query: QUERY,
    etag: 'content',
    doc: {
      summary: 'List exports',
      tag: 'Exports',
      description: 'The exports of the user, newest first.',
      responses: {
        200: { description: 'A page of exports.', schema: ExportList },
        304: 'not modified',
      },
    },
    async handle(call) {
      const { principal, query } = call;
      const { db, seal } = deps;
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const { accountId, userId } = principal;
      const context = { list: 'exports', accountId, terms: [userId] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const found = await selectExports(db.reader, principal, before, limit + 1);
      const rows = await withSeenResults(deps, principal, found);
      const names = await namesOf(deps, principal, rows);
      const body: ExportList = toPage(seal, context, rows, limit, {
        positionOf: ({ id }) => [id],
        toItem: (job) => toExportItem(job, names, doorOf(call)),
      });
      return { status: 200, body };
    },
  });
