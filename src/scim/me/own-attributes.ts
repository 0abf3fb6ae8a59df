import { isDeepStrictEqual } from 'node:util';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { UserDraft } from '#scim/users/user-draft.ts';

/**
 * What people may change of themselves: how to reach and to address them. What tells others who they are, what they
 * may do and how they sign in is an administrator's, or the identity provider's.
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

/** Keeps a draft to {@link OWN_ATTRIBUTES}: what a PUT leaves out of the others stays, another value is 403. */
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
    `Without the role admin you can't change ${refused.join(', ')} of yourself. You may change ` +
      `${OWN_ATTRIBUTES.join(', ')}.`,
    { at: refused.join(', ') },
  );
}

/** The value of a top-level attribute, or of an extension's attribute under its URN. */
function at(attributes: JsonObject, key: string): JsonValue | undefined {
  const colon = key.lastIndexOf(':');
  if (colon === -1) return member(attributes, key);
  const extension = member(attributes, key.slice(0, colon));
  return isObject(extension) ? member(extension, key.slice(colon + 1)) : undefined;
}
