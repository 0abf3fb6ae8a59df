import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { Credential, CredentialChangeBody } from '#administration/credentials/credential.shapes.ts';
import { readCredentialItem } from '#administration/credentials/credential-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** PATCH /app/v1/credentials/:id: changes what a credential may do, and from which networks. */
export const patchCredential = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/credentials/:id',
    role: 'admin',
    confirmed: true,
    body: CredentialChangeBody,
    doc: {
      summary: 'Change an API credential',
      tag: 'Credentials',
      description: 'Takes effect with the next request.',
      responses: {
        200: { description: 'The current state.', schema: Credential },
        404: 'no credential',
        409: { description: 'The credential was revoked, or has another kind.' },
      },
    },
    async handle(request) {
      const input = request.body;
      const { db, credentials } = deps;
      const actor = actorOf(request, 'web');
      const id = request.params.id;
      const body = await db.transaction(async (tx) => {
        await credentials.change(tx, actor, id, input);
        return await readCredentialItem(deps, tx, actor.accountId, id);
      });
      return { status: 200, body };
    },
  });
