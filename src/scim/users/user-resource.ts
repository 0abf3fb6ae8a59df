import { hash } from 'node:crypto';
import type { GroupLink, UserView } from '#directory/index.ts';
import {
  buildResource,
  ENTERPRISE_USER,
  formatTag,
  groupType,
  type JsonObject,
  type ResourceType,
  resourceLocation,
} from '#scim/protocol/index.ts';

const DIGEST_LENGTH = 16;

type Tagged = Pick<UserView, 'version' | 'groups' | 'managerName'>;
type Shown = Tagged & Pick<UserView, 'id' | 'createdAt' | 'updatedAt' | 'attributes'>;

/** The entity tag: the stored version, then a digest of what others' changes show in this user. */
export function userTag({ version, groups, managerName }: Tagged): string {
  if (groups.length === 0 && managerName === undefined) return formatTag(version);
  const derived = JSON.stringify([
    managerName ?? null,
    ...groups.map(({ id, displayName, direct }) => [id, displayName, direct]),
  ]);
  return formatTag(version, hash('sha256', derived, 'base64url').slice(0, DIGEST_LENGTH));
}

/** A user as SCIM shows it, before projection. */
export function userResource(user: Shown, baseUrl: string, type: ResourceType): JsonObject {
  return buildResource(type, {
    baseUrl,
    id: user.id,
    created: new Date(user.createdAt).toISOString(),
    lastModified: new Date(user.updatedAt).toISOString(),
    version: userTag(user),
    attributes: user.attributes,
    derived: derivedOf(user, baseUrl),
  });
}

function derivedOf({ groups, managerName }: Tagged, baseUrl: string): JsonObject {
  return {
    ...(groups.length > 0 && {
      groups: groups.map((link) => groupValue(link, baseUrl)),
    }),
    ...(managerName !== undefined && {
      [ENTERPRISE_USER]: { manager: { displayName: managerName } },
    }),
  };
}

export const groupValue = (
  { id, displayName, direct }: GroupLink,
  baseUrl: string,
): JsonObject => ({
  value: id,
  $ref: resourceLocation(groupType, baseUrl, id),
  display: displayName,
  type: direct ? 'direct' : 'indirect',
});
