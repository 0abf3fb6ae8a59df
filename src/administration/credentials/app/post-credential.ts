import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { NewCredentialBody, ShownSecret } from '#administration/credentials/credential.shapes.ts';
import { readCredentialItem } from '#administration/credentials/credential-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/credentials: creates a credential that acts as a user, with its first secret. */
export const postCredential = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/credentials',
    role: 'admin',
    confirmed: true,
    body: NewCredentialBody,
    doc: {
      summary: 'Create an API credential that acts as a user',
      tag: 'Credentials',
      responses: {
        201: { description: 'Created. The secret is shown only once.', schema: ShownSecret },
        409: { description: 'The user is not active.' },
      },
    },
    async handle(request) {
      const input = request.body;
      const { db, credentials } = deps;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx): Promise<ShownSecret> => {
        const { credentialId, clientSecret } = await credentials.create(tx, actor, input);
        const credential = await readCredentialItem(deps, tx, actor.accountId, credentialId);
        return { credential, clientSecret };
      });
      return { status: 201, body };
    },
  });
