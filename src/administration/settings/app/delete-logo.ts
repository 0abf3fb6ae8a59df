import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { removeLogo } from '#brand/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/account/logo: removes the logo of the organisation. */
export const deleteLogo = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/account/logo',
    role: 'admin',
    doc: {
      summary: 'Remove the logo of the organisation',
      tag: 'Account',
      responses: {
        204: { description: 'It is removed.' },
        404: { description: 'There is none.' },
      },
    },
    async handle(request) {
      await deps.db.transaction((tx) => removeLogo(deps, tx, actorOf(request, 'web')));
      return { status: 204 };
    },
  });
