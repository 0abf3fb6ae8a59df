import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { keepAdminWayIn } from '#directory/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { noConnection } from '#sign-in/sso/connection-item.ts';
import { recordOf } from '#sign-in/sso/difference-of.ts';
import { requireAnotherWayIn } from '#sign-in/sso/require-another-way-in.ts';
import { deleteConnectionRow, selectConnection } from '#sign-in/sso/sso.store.ts';

/** DELETE /app/v1/sso-connections/:id: deletes a connection. Sessions that began with it stay. */
export const deleteConnection = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/sso-connections/:id',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Remove a connection for single sign-on',
      tag: 'Single sign-on',
      responses: {
        204: { description: 'The connection was removed.' },
        403: { description: 'No admin could sign in any more.' },
        404: 'no connection',
        409: { description: 'It is the last connection while single sign-on is required.' },
      },
    },
    async handle(request) {
      const id = request.params.id;
      const { db, audit } = deps;
      const { accountId } = request.principal;
      await db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        await requireAnotherWayIn(deps, tx, accountId, id);
        const connection = await selectConnection(tx, accountId, id);
        if (!connection) throw noConnection();
        await keepAdminWayIn(tx, accountId, () => deleteConnectionRow(tx, accountId, id));
        const detail = recordOf(connection);
        const about = { targetType: 'SsoConnection', targetId: id, detail };
        await audit.append(tx, actorOf(request, 'web'), { action: 'sso.delete', ...about });
      });
      return { status: 204 };
    },
  });
