import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { RegenerateBody, ShownSecret } from '#administration/credentials/credential.shapes.ts';
import { readCredentialItem } from '#administration/credentials/credential-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/credentials/:id/regenerate: creates a new secret, with or without an overlap. */
export const regenerateCredential = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/credentials/:id/regenerate',
    role: 'admin',
    confirmed: true,
    body: RegenerateBody,
    doc: {
      summary: 'Create a new client secret',
      tag: 'Credentials',
      description:
        'Without an overlap, the previous secrets and their tokens are revoked immediately. With an overlap, the previous secrets stay valid for that time, and their tokens expire normally.',
      responses: {
        200: { description: 'Created. The secret is shown only once.', schema: ShownSecret },
        404: 'no credential',
        409: { description: 'The credential was revoked, has no secrets, or has too many.' },
      },
    },
    async handle(request) {
      const input = request.body;
      const { db, credentials } = deps;
      const actor = actorOf(request, 'web');
      const id = request.params.id;
      const body = await db.transaction(async (tx): Promise<ShownSecret> => {
        const { clientSecret } = await credentials.regenerate(tx, actor, id, input);
        const credential = await readCredentialItem(deps, tx, actor.accountId, id);
        return { credential, clientSecret };
      });
      return { status: 200, body };
    },
  });
