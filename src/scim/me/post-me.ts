import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { errors, userSchemaOf } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { actingUserId } from './acting-user.ts';

/** POST /scim/v2/Me, RFC 7644 §3.11: always 409, because credentials act as an existing user. */
export const postMe = (deps: Pick<ScimDeps, 'types'>): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Me',
    body: 'json',
    anyRole: true,
    doc: {
      summary: 'Create the acting user',
      tag: 'SCIM users',
      description: 'Always an error, because credentials act as a user who already exists.',
      body: userSchemaOf(deps.types, 'sent'),
      responses: { 409: errors[409] },
    },
    async handle(request) {
      actingUserId(request);
      throw fail(
        'user-name-taken',
        'The acting user already exists. Read it with GET, or change it with PUT or PATCH.',
      );
    },
  });
