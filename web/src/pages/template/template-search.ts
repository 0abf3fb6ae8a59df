import { oneOf } from '#web/lists/search-params.ts';

export const TABS = [
  'fields',
  'preview',
  'translations',
  'json',
  'settings',
  'rights',
  'links',
  'series',
  'rules',
  'versions',
] as const;

/** The search parameters of a template's screen. */
export interface TemplateSearch {
  /** Undefined: the fields. */
  readonly tab?: (typeof TABS)[number] | undefined;
}

export const readTemplateSearch = (search: Record<string, unknown>): TemplateSearch => ({
  tab: oneOf(TABS, search['tab']),
});
