import type { AdministrationDeps } from '#administration/administration-deps.ts';
import {
  NewProvisioningTokenBody,
  ShownProvisioningToken,
} from '#administration/credentials/credential.shapes.ts';
import { readCredentialItem } from '#administration/credentials/credential-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/provisioning-tokens: creates a token for an identity provider that supports only static tokens. */
export const postProvisioningToken = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/provisioning-tokens',
    role: 'admin',
    confirmed: true,
    body: NewProvisioningTokenBody,
    doc: {
      summary: 'Create a provisioning token',
      tag: 'Credentials',
      description:
        'The token allows SCIM only and acts as no user, so that the deactivation of a user cannot stop provisioning.',
      responses: {
        201: {
          description: 'Created. The token is shown only once.',
          schema: ShownProvisioningToken,
        },
      },
    },
    async handle(request) {
      const input = request.body;
      const { db, credentials } = deps;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx): Promise<ShownProvisioningToken> => {
        const made = await credentials.createProvisioning(tx, actor, input);
        const credential = await readCredentialItem(deps, tx, actor.accountId, made.credentialId);
        return { credential, provisioningToken: made.provisioningToken };
      });
      return { status: 201, body };
    },
  });
