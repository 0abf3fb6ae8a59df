import { isOn, oneOf, textIn } from '../../lists/search-params.ts';

export const STATUSES = ['draft', 'complete'] as const;

/** The search parameters of a list of forms. */
export interface FormFilters {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  /** The id of the template. */
  readonly template?: string | undefined;
  /** Only deleted forms. */
  readonly deleted?: true | undefined;
}

export const readFormFilters = (search: Record<string, unknown>): FormFilters => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
  template: textIn(search['template']),
  deleted: isOn(search['deleted']),
});
