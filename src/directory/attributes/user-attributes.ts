import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { shownEmail } from './shown-email.ts';

// The few SCIM attributes of a user that the pages show and an admin may write.

/** The attributes of a user that a page shows. */
export interface ShownAttributes {
  readonly displayName?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly email?: string;
}

/** New values of these attributes: null removes one, an omitted one stays. */
export type AttributeChange = {
  readonly [name in keyof ShownAttributes]?: string | null | undefined;
} & { readonly userName?: string | undefined; readonly active?: boolean | undefined };

export function shownAttributes(attributes: JsonObject): ShownAttributes {
  const name = member(attributes, 'name');
  const displayName = textOf(member(attributes, 'displayName'));
  const givenName = isObject(name) ? textOf(member(name, 'givenName')) : undefined;
  const familyName = isObject(name) ? textOf(member(name, 'familyName')) : undefined;
  const email = textOf(emailValue(shownEmail(attributes)));
  return {
    ...(displayName !== undefined && { displayName }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
    ...(email !== undefined && { email }),
  };
}

/** Returns the attributes with the change applied; everything else stays as it was. */
export function changeAttributes(before: JsonObject, change: AttributeChange): JsonObject {
  const { userName, active, displayName, givenName, familyName, email } = change;
  const name = member(before, 'name');
  const names = put(
    put(isObject(name) ? name : {}, 'givenName', givenName),
    'familyName',
    familyName,
  );
  const named = put(before, 'name', Object.keys(names).length === 0 ? null : names);
  const shown = put(
    put(put(named, 'userName', userName), 'displayName', displayName),
    'active',
    active,
  );
  return email === undefined ? shown : putEmail(shown, email);
}

function put(object: JsonObject, name: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return object;
  const { [name]: _, ...others } = object;
  return value === null ? others : { ...object, [name]: value };
}

function putEmail(attributes: JsonObject, value: string | null): JsonObject {
  const emails = elementsOf(attributes);
  const shown = shownEmail(attributes);
  if (value === null) {
    const left = emails.filter((email) => email !== shown);
    return put(attributes, 'emails', left.length === 0 ? null : left);
  }
  if (shown === undefined) {
    return put(attributes, 'emails', [{ value, type: 'work', primary: true }]);
  }
  const changed = emails.map((email) =>
    email === shown && isObject(email) ? { ...email, value } : email,
  );
  return put(attributes, 'emails', changed);
}

const elementsOf = (attributes: JsonObject): readonly JsonValue[] => {
  const emails = member(attributes, 'emails');
  return Array.isArray(emails) ? emails : [];
};

const emailValue = (email: JsonValue | undefined): JsonValue | undefined =>
  isObject(email) ? member(email, 'value') : undefined;

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
