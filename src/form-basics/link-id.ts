import type { Ids } from '#kernel/ids.ts';

/** The position of the version in a UUID (RFC 9562 §4). */
const VERSION_AT = 14;

/**
 * Returns the id of a new link: a UUID of version 8, which RFC 9562 §5.8 leaves to its maker. All other ids have
 * version 7, so the id of a form's creator says whether it is a link or a user, without a look-up.
 */
export function nextLinkId(ids: Ids): string {
  const id = ids.next();
  return `${id.slice(0, VERSION_AT)}8${id.slice(VERSION_AT + 1)}`;
}

export const isLinkId = (id: string): boolean => id.charAt(VERSION_AT) === '8';

/** Returns the name of a link where names of users stand, such as the creator of a form. The same in all languages. */
export const creatorName = (name: string): string => `Link: ${name}`;
