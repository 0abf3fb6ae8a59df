/** Public links: people without an account fill in forms of a template. For those who make links, and for those who have one. */
import type { Endpoint } from '#http/endpoint.ts';
import { listPublicLinks } from './operations/list-public-links.ts';
import { patchPublicLink } from './operations/patch-public-link.ts';
import { postPrefilledLink } from './operations/post-prefilled-link.ts';
import { postPublicLink } from './operations/post-public-link.ts';
import { createSendLimits } from './send-limits.ts';
import { getPublicLink } from './v2/get-public-link.ts';
import { getLinkForm } from './visitor/get-link-form.ts';
import { listLinkRows } from './visitor/list-link-rows.ts';
import { postAnswers } from './visitor/post-answers.ts';
import { postLinkFile } from './visitor/post-file.ts';
import { postPuzzle } from './visitor/post-puzzle.ts';
import { postLinkSession } from './visitor/post-session.ts';
import type { VisitorDeps } from './visitor-deps.ts';

export { createLinkAuthenticator } from './authenticate-link.ts';
export { purgeLinkSessions } from './link-session.store.ts';
export { readLinksAllowed } from './public-link.store.ts';
export { sealedLinks } from './sealed-links.ts';
export { setLinksAllowed } from './set-links-allowed.ts';

export type PublicLinksEndpointDeps = Omit<VisitorDeps, 'sendLimits'>;

/** Returns the endpoints of public links: for those who make them, and for those who have one. */
export function publicLinksEndpoints(deps: PublicLinksEndpointDeps): readonly Endpoint[] {
  const { clock, rateLimits, settings } = deps;
  const sendLimits = createSendLimits(settings, { clock, client: rateLimits });
  const visitor = { ...deps, sendLimits };
  return [
    ...listPublicLinks(deps),
    ...postPublicLink(deps),
    ...patchPublicLink(deps),
    ...postPrefilledLink(deps),
    getPublicLink(deps),
    postLinkSession(visitor),
    getLinkForm(visitor),
    listLinkRows(visitor),
    postPuzzle(visitor),
    postLinkFile(visitor),
    postAnswers(visitor),
  ];
}
