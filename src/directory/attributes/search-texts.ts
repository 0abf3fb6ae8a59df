import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { textAt } from './folding.ts';

/** The texts by which lists find a user or group. */
interface Text {
  readonly texts: readonly string[];
}

const NAME_PARTS = ['formatted', 'givenName', 'middleName', 'familyName'] as const;

/**
 * Returns the names, user name and e-mail addresses of a user. Names come first: of very many words, the last are
 * dropped.
 */
export function userSearchText(attributes: JsonObject): Text {
  const name = member(attributes, 'name');
  const emails = member(attributes, 'emails');
  const list: readonly JsonValue[] = Array.isArray(emails) ? emails : [];
  const texts = [
    textAt(attributes, 'displayName'),
    textAt(attributes, 'nickName'),
    ...NAME_PARTS.map((part) => (isObject(name) ? textAt(name, part) : undefined)),
    textAt(attributes, 'userName'),
    ...list.map((email) => (isObject(email) ? textAt(email, 'value') : undefined)),
  ];
  return { texts: texts.filter((text) => text !== undefined) };
}

export function groupText(attributes: JsonObject): Text {
  return { texts: [textAt(attributes, 'displayName') ?? ''] };
}
