import type { AccountDeps } from '#account/account-deps.ts';
import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { noConnection } from './connection-item.ts';
import { deleteConnection as removeConnection } from './sso.store.ts';

/** DELETE /app/v1/sso-connections/:id: nobody signs in by it any more; who is signed in stays so. */
export const deleteConnection = ({ db, audit }: AccountDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/app/v1/sso-connections/:id',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    doc: {
      summary: 'Remove a connection for single sign-on',
      tag: 'Single sign-on',
      responses: {
        204: { description: 'Nobody signs in by it any more.' },
        404: { description: 'There is no such connection.' },
      },
    },
    async handle(request) {
      const id = request.params['id'] ?? '';
      await db.transaction(async (tx) => {
        if (!(await removeConnection(tx, request.principal.accountId, id))) throw noConnection();
        const about = { targetType: 'SsoConnection', targetId: id };
        await audit.append(tx, actorOf(request, 'web'), { action: 'sso.delete', ...about });
      });
      return { status: 204 };
    },
  });
