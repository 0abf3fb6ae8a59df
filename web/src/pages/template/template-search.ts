import { oneOf } from '../../lists/search-params.ts';

export const TABS = ['fields', 'preview', 'json', 'settings', 'versions'] as const;

/** What the address of a template says. */
export interface TemplateSearch {
  /** Left out: the fields. */
  readonly tab?: (typeof TABS)[number] | undefined;
}

export const readTemplateSearch = (search: Record<string, unknown>): TemplateSearch => ({
  tab: oneOf(TABS, search['tab']),
});
