import type { Refusals } from '#audit/index.ts';
import type { Lists } from '#lists/index.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import type { SendLimits } from './send-limits.ts';

/** The dependencies of the endpoints for people who have a link. */
export interface VisitorDeps extends PublicLinksDeps {
  readonly refusals: Pick<Refusals, 'record'>;
  readonly sendLimits: SendLimits;
  readonly lists: Pick<Lists, 'searchPublicRows'>;
}
