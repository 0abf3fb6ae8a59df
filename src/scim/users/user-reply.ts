import type { UserView } from '#directory/index.ts';
import type { Reply } from '#http/endpoint.ts';
import { locationHeaders } from '#scim/location-headers.ts';
import { type Projection, project, resourceLocation, userType } from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { userResource, userTag } from './user-resource.ts';

/** Returns the response to a write: the user as a subsequent GET shows it. */
export function userReply(
  deps: ScimDeps,
  status: 200 | 201,
  user: UserView,
  projection: Projection,
): Reply {
  const baseUrl = scimBaseUrl(deps);
  return {
    status,
    headers: {
      etag: userTag(user),
      ...locationHeaders(resourceLocation(userType, baseUrl, user.id)),
    },
    body: project(userResource(user, baseUrl, deps.types.user), projection),
  };
}
