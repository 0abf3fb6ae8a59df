import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchemaOf, projectionQuery } from '#scim/doc-schemas.ts';
import { locationHeaders } from '#scim/location-headers.ts';
import {
  groupType,
  ifNoneMatchHits,
  parseProjection,
  resourceLocation,
} from '#scim/protocol/index.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { groupTag } from './group-json.ts';
import { groupReply } from './group-reply.ts';

/** GET /scim/v2/Groups/{id}, RFC 7644 §3.4.1. */
export const getGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Groups/:id',
    doc: {
      summary: 'Get a group with all its members',
      tag: 'SCIM groups',
      description:
        'Send `excludedAttributes=members` if you do not need the members. They are then not read.',
      query: projectionQuery,
      responses: {
        200: { description: 'The group', schema: groupSchemaOf(deps.types) },
        304: 'resource not modified',
        404: errors[404],
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const projection = parseProjection(queryOf(request.query), deps.types.group);
      const id = resourceId(request, 'group');
      const group = await deps.directory.readGroup(deps.db.reader, accountId, id);
      if (!group) throw noSuchResource('group');
      const etag = groupTag(group);
      if (ifNoneMatchHits(request.headers['if-none-match'], etag)) {
        const location = resourceLocation(groupType, scimBaseUrl(deps), id);
        return { status: 304, headers: { etag, ...locationHeaders(location) } };
      }
      return groupReply(deps, 200, group, projection);
    },
  });
