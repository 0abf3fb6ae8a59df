import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { removeFont } from '#fonts/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/account/fonts/:id: removes a font of the organisation. */
export const deleteFont = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/account/fonts/:id',
    role: 'admin',
    doc: {
      summary: 'Remove a font of the organisation',
      tag: 'Account',
      description: 'PDFs that were made with it stay as they are.',
      responses: {
        204: { description: 'It is removed.' },
        404: { description: 'There is no such font.' },
      },
    },
    async handle(request) {
      const { id } = request.params;
      await deps.db.transaction((tx) => removeFont(deps, tx, actorOf(request, 'web'), id));
      return { status: 204 };
    },
  });
