import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, projectionQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import { preferenceOf, withHandling } from '#scim/prefer-handling.ts';
import { canonicalise, parseProjection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { hashProvisionedPassword } from './provisioned-password.ts';
import { userReply } from './user-reply.ts';
import { addUser, userCounts } from './user-writes.ts';

/** POST /scim/v2/Users, RFC 7644 §3.3. The password is optional. */
export const postUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Users',
    body: 'json',
    doc: {
      summary: 'Create a user',
      tag: 'SCIM users',
      description:
        'The password is optional. Without `active`, the user is active. An unknown manager is stored as sent and counted in `Formstead-Unknown-Managers`. With `Prefer: handling=strict` it is an error. All attributes of a user together may have at most 262,144 characters as JSON.',
      query: projectionQuery,
      body: userSchemaOf(deps.types, 'sent'),
      responses: {
        201: { description: 'The new user', schema: userSchemaOf(deps.types) },
        400: errors[400],
        409: errors[409],
      },
    },
    async handle(request) {
      const preference = preferenceOf(request);
      const read = canonicalise(deps.types.user, request.body, preference);
      const { attributes, password, has } = read;
      const projection = parseProjection(queryOf(request.query), deps.types.user, has);
      const actor = actorOf(request, 'scim');
      const passwordHash = await hashProvisionedPassword(
        deps,
        actor.accountId,
        attributes,
        password,
      );
      const user = await deps.db.transaction((tx) =>
        addUser(deps, tx, actor, { attributes, passwordHash, preference }),
      );
      return withHandling(request, userReply(deps, 201, user, projection), userCounts(user, read));
    },
  });
