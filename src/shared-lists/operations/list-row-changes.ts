import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Viewer } from '#form-basics/index.ts';
import { readHead, serverStateOf } from '#form-records/index.ts';
import { operation } from '#http/operation.ts';
import { requireListRight } from '#lists/index.ts';
import { toListRow } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { CHANGES_QUERY, RowChanges } from '#shared-lists/shared-list.shapes.ts';

/** GET /lists/:id/changes: returns the rows that changed since, for a system or a device that keeps a copy. */
export const listRowChanges = (deps: ListsEndpointDeps) =>
  operation({
    method: 'GET',
    path: '/lists/:id/changes',
    right: 'forms.read',
    etag: 'content',
    query: CHANGES_QUERY,
    doc: {
      summary: 'Read the rows of a shared list that changed',
      tag: 'Lists',
      responses: {
        200: { description: 'The rows, in the order of their changes.', schema: RowChanges },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no list to use',
      },
    },
    handle: async ({ principal, params, query }) => ({
      status: 200,
      body: await readChanges(deps, principal, params.id, query),
    }),
  });

const EPOCH_DIGITS = 16;

/**
 * After a backup was restored, other changes have the numbers of those that are lost, so that all rows are sent again.
 * @throws AppError `not-found`.
 */
async function readChanges(
  deps: ListsEndpointDeps,
  viewer: Viewer,
  id: string,
  sent: Static<typeof CHANGES_QUERY>,
): Promise<RowChanges> {
  const { reader } = deps.db;
  const list = await requireListRight(deps, reader, viewer, id, 'use');
  const head = await readHead(reader, viewer.accountId);
  const epoch = createHash('sha256')
    .update(serverStateOf(head))
    .digest('hex')
    .slice(0, EPOCH_DIGITS);
  const { seq = 0 } = sent;
  const isKnown = seq <= list.seq && (seq === 0 || (sent.epoch ?? epoch) === epoch);
  const changes = await deps.lists.rowsSince(list, isKnown ? seq : 0);
  const rows = changes.rows.map(toListRow);
  return { ...changes, rows, epoch, ...(!isKnown && { reset: true }) };
}
