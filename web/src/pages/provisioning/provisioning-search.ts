import { GUIDE_IDS, type GuideId } from '#web/guides/guide-ids.ts';
import { oneOf } from '#web/lists/search-params.ts';

export const TABS = ['overview', 'connect', 'sign-in', 'attributes', 'roles'] as const;

/** The search parameters of the screen. */
export interface ProvisioningSearch {
  /** Undefined: the overview. */
  readonly tab?: (typeof TABS)[number] | undefined;
  /** The identity provider of the guides. */
  readonly idp?: GuideId | undefined;
}

export const readProvisioningSearch = (search: Record<string, unknown>): ProvisioningSearch => ({
  tab: oneOf(TABS, search['tab']),
  idp: oneOf(GUIDE_IDS, search['idp']),
});
