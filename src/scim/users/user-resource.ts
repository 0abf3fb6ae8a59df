import { hash } from 'node:crypto';
import type { GroupLink, UserText, UserView } from '#directory/index.ts';
import {
  buildResource,
  ENTERPRISE_USER,
  formatTag,
  groupType,
  type JsonObject,
  type Projection,
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

/**
 * What `JSON.stringify(project(userResource(…), projection))` gives, copied from the stored text; undefined where
 * something in that text has to change. To parse it and to write it anew is most of what reading a user costs.
 */
export function copyUser(
  user: UserText,
  baseUrl: string,
  projection: Projection,
  type: ResourceType,
): string | undefined {
  const { attributesText: text, managerId, id, groups } = user;
  if (managerId !== undefined || mustChange(text, projection, type)) return undefined;
  const extensions = type.extensions
    .map(({ schema }) => schema)
    .filter((urn) => mentions(text, urn));
  const schemas = JSON.stringify([type.schema, ...extensions]);
  const rest = JSON.stringify({
    ...(groups.length > 0 && { groups: groups.map((link) => groupValue(link, baseUrl)) }),
    meta: {
      resourceType: type.name,
      created: new Date(user.createdAt).toISOString(),
      lastModified: new Date(user.updatedAt).toISOString(),
      location: resourceLocation(type, baseUrl, id),
      version: userTag(user),
    },
  });
  return `{"schemas":${schemas},"id":${JSON.stringify(id)},${text.slice(1, -1)},${rest.slice(1)}`;
}

/** What stands around the text. */
const ADDED: ReadonlySet<string> = new Set(['schemas', 'id', 'groups', 'meta']);

/** A name anywhere in the text counts, so that none of those that matter is overlooked. */
function mustChange(
  text: string,
  { partial }: Projection,
  { singleReferences }: ResourceType,
): boolean {
  return (
    partial.some((name) => ADDED.has(name) || mentions(text, name)) ||
    singleReferences.some(({ name }) => mentions(text, name))
  );
}

/** Quotes inside JSON strings are escaped: what looks like a key is one. */
const mentions = (text: string, key: string): boolean => text.includes(`"${key}":`);

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

const groupValue = ({ id, displayName, direct }: GroupLink, baseUrl: string): JsonObject => ({
  value: id,
  $ref: resourceLocation(groupType, baseUrl, id),
  display: displayName,
  type: direct ? 'direct' : 'indirect',
});
