import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchema, projectionQuery } from '#scim/doc-schemas.ts';
import { requiredVersion } from '#scim/if-match.ts';
import { canonicalise, groupType, parseProjection } from '#scim/protocol/index.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { groupReply } from './group-reply.ts';
import { MAX_GROUP_BYTES } from './max-group-bytes.ts';

/** PUT /scim/v2/Groups/{id}, RFC 7644 §3.5.1. */
export const replaceGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PUT',
    path: '/Groups/:id',
    body: 'json',
    maxBodyBytes: MAX_GROUP_BYTES,
    doc: {
      summary: 'Replace a group and its members',
      tag: 'SCIM groups',
      description: 'Without `members` they stay as they are; `[]` empties the group.',
      query: projectionQuery,
      body: groupSchema,
      responses: { 200: { description: 'The group', schema: groupSchema }, ...errors },
    },
    async handle(request) {
      const { db, directory } = deps;
      const id = resourceId(request, 'group');
      const projection = parseProjection(queryOf(request.query), groupType);
      const { attributes, members } = canonicalise(groupType, request.body);
      const { group } = await db.transaction(async (tx) => {
        const stored = await directory.readGroup(tx, request.principal.accountId, id);
        if (!stored) throw noSuchResource('group');
        return directory.replaceGroup(tx, actorOf(request, 'scim'), id, {
          attributes,
          members,
          ifVersion: requiredVersion(request, stored.version),
        });
      });
      return groupReply(deps, 200, group, projection);
    },
  });
