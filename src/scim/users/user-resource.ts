import { hash } from 'node:crypto';
import type { UserView } from '#directory/index.ts';
import {
  buildResource,
  ENTERPRISE_USER,
  formatTag,
  groupType,
  type JsonObject,
  resourceLocation,
  userType,
} from '#scim/protocol/index.ts';

const DIGEST_LENGTH = 16;

/** The entity tag: the stored version, then a digest of what others' changes show in this user. */
export function userTag({ version, groups, managerName }: UserView): string {
  if (groups.length === 0 && managerName === undefined) return formatTag(version);
  const derived = JSON.stringify([
    managerName ?? null,
    ...groups.map(({ id, displayName, direct }) => [id, displayName, direct]),
  ]);
  return formatTag(version, hash('sha256', derived, 'base64url').slice(0, DIGEST_LENGTH));
}

/** A user as SCIM shows it, before projection. */
export function userResource(user: UserView, baseUrl: string): JsonObject {
  return buildResource(userType, {
    baseUrl,
    id: user.id,
    created: new Date(user.createdAt).toISOString(),
    lastModified: new Date(user.updatedAt).toISOString(),
    version: userTag(user),
    attributes: user.attributes,
    derived: derivedOf(user, baseUrl),
  });
}

function derivedOf({ groups, managerName }: UserView, baseUrl: string): JsonObject {
  return {
    ...(groups.length > 0 && {
      groups: groups.map(({ id, displayName, direct }) => ({
        value: id,
        $ref: resourceLocation(groupType, baseUrl, id),
        display: displayName,
        type: direct ? 'direct' : 'indirect',
      })),
    }),
    ...(managerName !== undefined && {
      [ENTERPRISE_USER]: { manager: { displayName: managerName } },
    }),
  };
}
