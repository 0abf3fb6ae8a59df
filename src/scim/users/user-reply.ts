import type { UserView } from '#directory/index.ts';
import type { Reply } from '#http/endpoint.ts';
import { type Projection, project, resourceLocation, userType } from '#scim/protocol/index.ts';
import { userResource, userTag } from './user-resource.ts';

/** The answer to a write: the user as a following GET shows it. */
export function userReply(
  status: 200 | 201,
  user: UserView,
  baseUrl: string,
  projection: Projection,
): Reply {
  const location = resourceLocation(userType, baseUrl, user.id);
  return {
    status,
    headers: {
      etag: userTag(user),
      ...(status === 201 ? { location } : { 'content-location': location }),
    },
    body: project(userResource(user, baseUrl), projection),
  };
}
