import type { Group } from '#directory/index.ts';
import type { Reply } from '#http/endpoint.ts';
import { locationHeaders } from '#scim/location-headers.ts';
import { groupType, type Projection, resourceLocation } from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { wholeOrStream } from '#scim/whole-or-stream.ts';
import { groupJson, groupTag } from './group-json.ts';

/** Returns the response with a group and all its members, streamed when it is large. */
export async function groupReply(
  deps: ScimDeps,
  status: 200 | 201,
  group: Group,
  projection: Projection,
): Promise<Reply> {
  return {
    status,
    headers: {
      etag: groupTag(group),
      ...locationHeaders(resourceLocation(groupType, scimBaseUrl(deps), group.id)),
    },
    body: await wholeOrStream(groupJson(deps, group, projection)),
  };
}
