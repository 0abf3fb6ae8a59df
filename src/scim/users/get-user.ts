import type { Endpoint, Reply, Request } from '#http/endpoint.ts';
import { errors, projectionQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import { locationHeaders } from '#scim/location-headers.ts';
import {
  ifNoneMatchHits,
  parseProjection,
  project,
  resourceLocation,
  userType,
} from '#scim/protocol/index.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { copyUser } from './copy-user.ts';
import { userResource, userTag } from './user-resource.ts';

/** GET /scim/v2/Users/{id}, RFC 7644 §3.4.1. */
export const getUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Users/:id',
    doc: {
      summary: 'Get a user',
      tag: 'SCIM users',
      query: projectionQuery,
      responses: {
        200: { description: 'The user', schema: userSchemaOf(deps.types) },
        304: 'resource not modified',
        404: errors[404],
      },
    },
    handle: (request) => showUser(deps, request, resourceId(request, 'user')),
  });

export async function showUser(deps: ScimDeps, request: Request, id: string): Promise<Reply> {
  const { accountId } = request.principal;
  const type = deps.types.user;
  const projection = parseProjection(queryOf(request.query), type);
  const user = await deps.directory.readUserText(deps.db.reader, accountId, id);
  if (!user) throw noSuchResource('user');
  const etag = userTag(user);
  const baseUrl = scimBaseUrl(deps);
  const headers = { etag, ...locationHeaders(resourceLocation(userType, baseUrl, id)) };
  if (ifNoneMatchHits(request.headers['if-none-match'], etag)) return { status: 304, headers };
  const resource = () =>
    userResource({ ...user, attributes: deps.directory.parseAttributes(user) }, baseUrl, type);
  return {
    status: 200,
    headers,
    body:
      copyUser(user, { baseUrl, type, projection, tag: etag }) ?? project(resource(), projection),
  };
}
