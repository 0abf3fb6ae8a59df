import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** Returns the element of `emails` that pages show and mail is sent to: the primary one, or the first. */
export function shownEmail(attributes: JsonObject): JsonValue | undefined {
  const emails = member(attributes, 'emails');
  if (!Array.isArray(emails)) return undefined;
  return emails.find((email) => isObject(email) && member(email, 'primary') === true) ?? emails[0];
}
