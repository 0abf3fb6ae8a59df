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

/** The key of the manager attribute. */
export const MANAGER = `${ENTERPRISE_USER}:manager`;

const DIGEST_LENGTH = 16;

type Tagged = Pick<UserView, 'version' | 'groups' | 'manager'>;
type Shown = Tagged & Pick<UserView, 'id' | 'createdAt' | 'updatedAt' | 'attributes'>;

/** Returns the entity tag: the stored version, then a digest of the values that come from other resources. */
export function userTag({ version, groups, manager }: Tagged): string {
  if (groups.length === 0 && manager === undefined) return formatTag(version);
  const derived = JSON.stringify([
    manager ? [manager.id, manager.displayName ?? null] : null,
    ...groups.map(({ id, displayName, direct }) => [id, displayName, direct]),
  ]);
  return formatTag(version, hash('sha256', derived, 'base64url').slice(0, DIGEST_LENGTH));
}

/** Returns a user as SCIM shows it, before projection. */
export function userResource(user: Shown, baseUrl: string, type: ResourceType): JsonObject {
  return buildResource(type, {
    baseUrl,
    id: user.id,
    created: new Date(user.createdAt).toISOString(),
    lastModified: new Date(user.updatedAt).toISOString(),
    version: userTag(user),
    attributes: user.attributes,
    derived: derivedOf(user, baseUrl),
    references: new Map([[MANAGER, user.manager?.id]]),
  });
}

function derivedOf({ groups, manager }: Tagged, baseUrl: string): JsonObject {
  return {
    ...(groups.length > 0 && {
      groups: groups.map((link) => groupValue(link, baseUrl)),
    }),
    ...(manager?.displayName !== undefined && {
      [ENTERPRISE_USER]: { manager: { displayName: manager.displayName } },
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
