import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { textAt } from './folding.ts';

/** What something is found by in lists. */
interface Text {
  readonly texts: readonly string[];
}

const NAME_PARTS = ['formatted', 'givenName', 'middleName', 'familyName'] as const;

/** A person is found by names, user name and e-mail addresses. The names come first: of very many words, the last are not kept. */
export function userText(attributes: JsonObject): Text {
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
