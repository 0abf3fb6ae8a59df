import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { erasePerson } from '#administration/users/erase-person.ts';
import { UserErasure } from '#administration/users/user.shapes.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/users/:id/erase: deletes a user and data that names them, except forms and the audit log. */
export const eraseUser = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/users/:id/erase',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: "Erase a person's data",
      tag: 'Users',
      description: [
        'Deletes the user as DELETE does, or continues with a user who was deleted before. Removes the',
        'name of the person everywhere: in the names of forms that they created, from users who have the',
        'person as manager, from groups that wait for the person, and from requests in the provisioning',
        'log. The answer lists what was removed, and what is kept and why.',
      ].join('\n'),
      responses: {
        200: { description: 'What was removed, and what is kept.', schema: UserErasure },
        403: { description: 'The last active admin stays.' },
        404: 'no user',
      },
    },
    async handle(request) {
      const body = await erasePerson(deps, actorOf(request, 'web'), request.params.id);
      return { status: 200, body };
    },
  });
