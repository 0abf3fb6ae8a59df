import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { PushDeps } from '#push/push-deps.ts';
import { deleteSubscription } from '#push/subscriptions.store.ts';

/** DELETE /app/v1/me/push/:id: pushes no more news to a device of the user. */
export const deletePushDevice = ({ db, audit }: PushDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/me/push/:id',
    doc: {
      summary: 'Turn news off on a device',
      tag: 'Notices',
      responses: { 204: 'deleted', 404: { description: 'The user has no such device.' } },
    },
    async handle(request) {
      const { accountId, userId } = request.principal;
      const key = { accountId, userId, id: request.params.id.toLowerCase() };
      await db.transaction(async (tx) => {
        if (!(await deleteSubscription(tx, key))) {
          throw fail('not-found', 'You have no such device.');
        }
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'push.turn-off',
          targetType: 'User',
          targetId: userId,
        });
      });
      return { status: 204 };
    },
  });
