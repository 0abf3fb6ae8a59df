import { siteRangeOf } from '#kernel/addresses.ts';
import { hashOf } from './link-token.ts';
import type { PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';

/** Names the site of a visitor by a keyed digest: it is stored for a day, and no address is. */
export const siteOfVisitor = (
  { seal }: Pick<PublicLinksDeps, 'seal'>,
  { id }: Pick<PublicLink, 'id'>,
  ip: string,
): string => hashOf(seal.seal(`site ${id}`, siteRangeOf(ip)));
