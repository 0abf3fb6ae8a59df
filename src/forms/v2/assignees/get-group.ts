import { type FormsDeps, normaliseId } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { fail } from '#kernel/errors.ts';
import { findGroupRow } from './assignee.store.ts';
import { GroupItem, toGroupItem } from './assignee-items.ts';

/** GET /v2/groups/{id}: returns one group. */
export const getGroup = ({ db, publicUrl }: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/groups/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'directory.read' },
    doc: {
      summary: 'Read a group',
      tag: 'Users and groups',
      responses: {
        200: { description: 'The group.', schema: GroupItem },
        304: 'not modified',
        404: { description: 'The account has no such group.' },
      },
    },
    async handle(request) {
      const id = normaliseId(request.params.id);
      const row = id && (await findGroupRow(db.reader, request.principal.accountId, id));
      if (!row) throw fail('not-found', 'There is no group with this id.');
      return replyWith(request, toGroupItem(row, publicUrl()));
    },
  });
