import { type FormsDeps, normaliseId } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { fail } from '#kernel/errors.ts';
import { findUserRow } from './assignee.store.ts';
import { toUserItem, UserItem } from './assignee-items.ts';

/** GET /v2/users/{id}: returns one user. */
export const getUser = ({ db, publicUrl }: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/users/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'directory.read' },
    doc: {
      summary: 'Read a user',
      tag: 'Users and groups',
      responses: {
        200: { description: 'The user.', schema: UserItem },
        304: 'not modified',
        404: { description: 'The account has no such user.' },
      },
    },
    async handle(request) {
      const id = normaliseId(request.params.id);
      const row = id && (await findUserRow(db.reader, request.principal.accountId, id));
      if (!row) throw fail('not-found', 'There is no user with this id.');
      return replyWith(request, toUserItem(row, publicUrl()));
    },
  });
