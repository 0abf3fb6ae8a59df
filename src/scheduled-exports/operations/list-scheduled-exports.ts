import { readTimeZone } from '#form-basics/index.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { describeScheduledExports } from '#scheduled-exports/describe-scheduled-exports.ts';
import {
  SCHEDULED_EXPORTS_QUERY,
  ScheduledExportList,
} from '#scheduled-exports/scheduled-exports.shapes.ts';
import { selectScheduledExports } from '#scheduled-exports/scheduled-exports.store.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** GET /scheduled-exports: returns the scheduled exports of the user, or of everybody. */
export const listScheduledExports = (deps: ScheduledExportsDeps) =>
  operation({
    method: 'GET',
    path: '/scheduled-exports',
    right: 'forms.read',
    query: SCHEDULED_EXPORTS_QUERY,
    etag: 'content',
    doc: {
      summary: 'List scheduled exports',
      tag: 'Exports',
      responses: {
        200: {
          description: 'A page of scheduled exports, the newest first.',
          schema: ScheduledExportList,
        },
        304: 'not modified',
        403: { description: 'Only admins may see those of all users.' },
      },
    },
    async handle({ principal, query }) {
      const { db, seal, mailQueue, resultBucket } = deps;
      const { limit = DEFAULT_LIMIT, cursor, everyone = false } = query;
      const { accountId, userId, role } = principal;
      if (everyone && role !== 'admin') {
        throw fail('forbidden', 'Only admins see the scheduled exports of others.');
      }
      const context = { list: 'scheduled-exports', accountId, terms: [userId, everyone] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const ownerId = everyone ? undefined : userId;
      const asked = { ownerId, before, limit: limit + 1 };
      const found = await selectScheduledExports(db.reader, accountId, asked);
      const items = found.slice(0, limit);
      const last = found.length > limit ? items.at(-1) : undefined;
      const body: ScheduledExportList = {
        items: await describeScheduledExports(deps, principal, items),
        ...(last && { next: sealCursor(seal, context, [last.id]) }),
        mailOffered: mailQueue.isOn,
        bucketOffered: role === 'admin' && resultBucket !== undefined,
        timeZone: await readTimeZone(db.reader, accountId),
      };
      return { status: 200, body };
    },
  });
