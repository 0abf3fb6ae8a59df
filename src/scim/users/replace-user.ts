import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, projectionQuery, userSchema } from '#scim/doc-schemas.ts';
import { requiredVersion } from '#scim/if-match.ts';
import { canonicalise, parseProjection, userType } from '#scim/protocol/index.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { hashChangedPassword } from './provisioned-password.ts';
import { userReply } from './user-reply.ts';

/** PUT /scim/v2/Users/{id}, RFC 7644 §3.5.1. */
export const replaceUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PUT',
    path: '/Users/:id',
    body: 'json',
    doc: {
      summary: 'Replace a user',
      tag: 'SCIM users',
      description:
        'What the body leaves out is cleared, but for `active` and `password`, which stay. `groups`, `id` and `meta` are ignored. The first replacement of a local user makes it provisioned.',
      query: projectionQuery,
      body: userSchema,
      responses: { 200: { description: 'The user', schema: userSchema }, ...errors },
    },
    async handle(request) {
      const { db, directory, passwords } = deps;
      const { accountId } = request.principal;
      const id = resourceId(request, 'user');
      const projection = parseProjection(queryOf(request.query), userType);
      const { attributes, password, has } = canonicalise(userType, request.body);
      const stored = await directory.readUser(db.reader, accountId, id, 'provisioning');
      if (!stored) throw noSuchResource('user');
      const ifVersion = requiredVersion(request, stored.version);
      const passwordHash = await hashChangedPassword(passwords, attributes, password, () =>
        directory.readPasswordHash(db.reader, accountId, id),
      );
      const user = await db.transaction(async (tx) => {
        await directory.replaceUser(tx, actorOf(request, 'scim'), id, {
          attributes,
          mentionsActive: has.has('active'),
          passwordHash,
          ifVersion,
          sight: 'provisioning',
        });
        return directory.readUser(tx, accountId, id, 'provisioning');
      });
      if (!user) throw noSuchResource('user');
      return userReply(200, user, scimBaseUrl(deps), projection);
    },
  });
