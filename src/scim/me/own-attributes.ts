import { isDeepStrictEqual } from 'node:util';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { UserDraft } from '#scim/users/user-draft.ts';

/**
 * The attributes that people may change of themselves: how to reach and address them. Only an administrator or the
 * identity provider may change attributes that identify a person, grant rights or concern sign-in (decision 13).
 */
export const OWN_ATTRIBUTES: readonly string[] = [
  'nickName',
  'profileUrl',
  'preferredLanguage',
  'locale',
  'timezone',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
];

const isOwn = (name: string): boolean => OWN_ATTRIBUTES.includes(name);

/** Limits a draft to {@link OWN_ATTRIBUTES}: any other attribute stays if a PUT omits it; a different value is 403. */
export function limitedToOwn(draft: UserDraft): UserDraft {
  return {
    ...draft,
    apply(before) {
      const { attributes: after, password } = draft.apply(before);
      const refused = [...draft.has].filter((key) => {
        if (key === 'password') return password !== undefined;
        return !isOwn(key) && !isDeepStrictEqual(at(before.attributes, key), at(after, key));
      });
      if (refused.length > 0) throw notYours(refused);
      const kept = Object.entries(before.attributes).filter(([name]) => !isOwn(name));
      const own = Object.entries(after).filter(([name]) => isOwn(name));
      return { attributes: Object.fromEntries([...kept, ...own]), password: undefined };
    },
  };
}

function notYours(refused: readonly string[]): Error {
  return fail(
    'forbidden',
    `Only admins can change their own ${refused.join(', ')}. You may change ` +
      `${OWN_ATTRIBUTES.join(', ')}.`,
    { at: refused.join(', ') },
  );
}

/** Returns the value of a top-level attribute, or of an extension's attribute whose key starts with the URN. */
function at(attributes: JsonObject, key: string): JsonValue | undefined {
  const colon = key.lastIndexOf(':');
  if (colon === -1) return member(attributes, key);
  const extension = member(attributes, key.slice(0, colon));
  return isObject(extension) ? member(extension, key.slice(colon + 1)) : undefined;
}
