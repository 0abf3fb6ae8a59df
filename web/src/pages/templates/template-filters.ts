import { oneOf, textIn } from '#web/lists/search-params.ts';

export const STATUSES = ['draft', 'published', 'archived'] as const;

/** The search parameters of the list. */
export interface TemplateFilters {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
}

export const readTemplateFilters = (search: Record<string, unknown>): TemplateFilters => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
});
