import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { Credential } from '#administration/credentials/credential.shapes.ts';
import { readCredentialItem } from '#administration/credentials/credential-item.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/credentials/:id: one credential. */
export const getCredential = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/credentials/:id',
    role: 'admin',
    doc: {
      summary: 'Read an API credential',
      tag: 'Credentials',
      responses: {
        200: { description: 'The credential.', schema: Credential },
        404: 'no credential',
      },
    },
    async handle({ principal: { accountId }, params }) {
      const id = params.id;
      return { status: 200, body: await readCredentialItem(deps, deps.db.reader, accountId, id) };
    },
  });
