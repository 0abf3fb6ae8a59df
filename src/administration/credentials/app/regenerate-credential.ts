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
      summary: 'Make a new client secret',
      tag: 'Credentials',
      description:
        'Without an overlap the secrets of before, and every token they got, end at once. With one they work for so long, and their tokens end by themselves.',
      responses: {
        200: { description: 'Made; the secret is shown once.', schema: ShownSecret },
        404: { description: 'There is no such credential.' },
        409: { description: 'The credential was revoked, has no secrets, or too many.' },
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
