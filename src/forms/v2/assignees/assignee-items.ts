import { type Static, Type } from 'typebox';
import { shownEmail } from '#directory/index.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { AssignableGroupRow, AssignableUserRow } from './assignee.store.ts';

const NAME = Type.Union([Type.String(), Type.Null()]);

/** The properties of a user that integrations need for assignments. */
export const UserItem = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The same as over SCIM.' }),
    url: Type.String({ format: 'uri' }),
    username: Type.String(),
    firstName: NAME,
    lastName: NAME,
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'The primary email address, or the first one.',
    }),
    active: Type.Boolean(),
  },
  { title: 'User' },
);

export const GroupItem = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The same as over SCIM.' }),
    url: Type.String({ format: 'uri' }),
    name: Type.String(),
  },
  { title: 'Group' },
);

export function toUserItem(row: AssignableUserRow, base: string): Static<typeof UserItem> {
  const attributes: JsonValue = JSON.parse(row.attributes);
  const name = isObject(attributes) ? member(attributes, 'name') : undefined;
  return {
    id: row.id,
    url: `${base}/v2/users/${row.id}`,
    username: row.user_name,
    firstName: isObject(name) ? textOf(name, 'givenName') : null,
    lastName: isObject(name) ? textOf(name, 'familyName') : null,
    email: emailOf(attributes),
    active: row.active === 1,
  };
}

export function toGroupItem(row: AssignableGroupRow, base: string): Static<typeof GroupItem> {
  return { id: row.id, url: `${base}/v2/groups/${row.id}`, name: row.display_name };
}

function emailOf(attributes: JsonValue): string | null {
  const shown = isObject(attributes) ? shownEmail(attributes) : undefined;
  return isObject(shown) ? textOf(shown, 'value') : null;
}

function textOf(object: JsonObject, key: string): string | null {
  const value = member(object, key);
  return typeof value === 'string' ? value : null;
}
