import { isoTime, record } from '#commands/shell/text.ts';
import type { User } from '#directory/index.ts';
import { type JsonObject, member } from '#kernel/json.ts';

/** Returns the fields of a user that --json prints. */
export function userData(user: User) {
  const { id, userName, role, active, origin } = user;
  return {
    id,
    userName,
    displayName: displayNameOf(user.attributes),
    role,
    active,
    origin,
    protected: user.protected,
    createdAt: isoTime(user.createdAt),
    updatedAt: isoTime(user.updatedAt),
  };
}

export function userText(user: User, more: Readonly<Record<string, string>> = {}): string {
  return record({
    user: user.userName,
    'display name': displayNameOf(user.attributes),
    id: user.id,
    'external id': textOf(user.attributes, 'externalId'),
    role: user.role,
    state: userState(user),
    origin: user.origin,
    'break-glass': user.protected ? 'yes: invisible over SCIM' : 'no',
    created: isoTime(user.createdAt),
    updated: isoTime(user.updatedAt),
    ...more,
  });
}

export const userState = ({ active, blockedAt }: User): string =>
  blockedAt !== undefined ? 'blocked' : active ? 'active' : 'inactive';

export const displayNameOf = (attributes: JsonObject): string | undefined =>
  textOf(attributes, 'displayName');

function textOf(attributes: JsonObject, name: string): string | undefined {
  const value = member(attributes, name);
  return typeof value === 'string' ? value : undefined;
}
