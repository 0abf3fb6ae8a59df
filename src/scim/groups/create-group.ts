import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchema, projectionQuery } from '#scim/doc-schemas.ts';
import { canonicalise, groupType, parseProjection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { groupReply } from './group-reply.ts';
import { MAX_GROUP_BYTES } from './max-group-bytes.ts';

/** POST /scim/v2/Groups, RFC 7644 §3.3. */
export const createGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Groups',
    body: 'json',
    maxBodyBytes: MAX_GROUP_BYTES,
    doc: {
      summary: 'Create a group',
      tag: 'SCIM groups',
      description: 'Members are users and groups of the account, named by their id in `value`.',
      query: projectionQuery,
      body: groupSchema,
      responses: {
        201: { description: 'The new group', schema: groupSchema },
        400: errors[400],
        409: errors[409],
      },
    },
    async handle(request) {
      const projection = parseProjection(queryOf(request.query), groupType);
      const { attributes, members = [] } = canonicalise(groupType, request.body);
      const { group } = await deps.db.transaction((tx) =>
        deps.directory.createGroup(tx, actorOf(request, 'scim'), {
          attributes,
          members,
          origin: 'provisioned',
        }),
      );
      return groupReply(deps, 201, group, projection);
    },
  });
