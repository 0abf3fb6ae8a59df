import type { AdministrationDeps } from '#administration/administration-deps.ts';
import {
  RotateTokenBody,
  ShownProvisioningToken,
} from '#administration/credentials/credential.shapes.ts';
import { readCredentialItem } from '#administration/credentials/credential-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/provisioning-tokens/:id/regenerate: creates the next token, with or without an overlap. */
export const rotateProvisioningToken = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/provisioning-tokens/:id/regenerate',
    role: 'admin',
    confirmed: true,
    body: RotateTokenBody,
    doc: {
      summary: 'Rotate a provisioning token',
      tag: 'Credentials',
      description:
        'With an overlap, the previous token stays valid until you have entered the new one.',
      responses: {
        200: {
          description: 'Created. The token is shown only once.',
          schema: ShownProvisioningToken,
        },
        404: 'no credential',
        409: {
          description: 'The token was revoked, has another kind, or already has two valid tokens.',
        },
      },
    },
    async handle(request) {
      const input = request.body;
      const { db, credentials } = deps;
      const actor = actorOf(request, 'web');
      const id = request.params.id;
      const body = await db.transaction(async (tx): Promise<ShownProvisioningToken> => {
        const { provisioningToken } = await credentials.rotateProvisioning(tx, actor, id, input);
        const credential = await readCredentialItem(deps, tx, actor.accountId, id);
        return { credential, provisioningToken };
      });
      return { status: 200, body };
    },
  });
