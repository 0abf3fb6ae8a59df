import { oneOf, textIn } from '#web/lists/search-params.ts';

export const STATUSES = ['draft', 'published', 'archived'] as const;

/** Reads the search parameters of the list. */
export const readTemplateFilters = (search: Record<string, unknown>) => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
});
export type TemplateFilters = Readonly<Partial<ReturnType<typeof readTemplateFilters>>>;
