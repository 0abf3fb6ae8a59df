import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/users/:id: deletes a user for good; their forms stay. */
export const deleteUser = ({ db, directory }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/users/:id',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Delete a user',
      tag: 'Users',
      description:
        'Revokes the credentials that act as the user, ends sessions and tokens, frees the user name, and keeps the forms. Forms and logs show the name of the user until the user is erased.',
      responses: {
        204: 'deleted',
        404: 'no user',
      },
    },
    async handle(request) {
      const id = request.params.id;
      const actor = actorOf(request, 'web');
      await db.transaction((tx) => directory.removeUser(tx, actor, id, { visibility: 'all' }));
      return { status: 204 };
    },
  });
