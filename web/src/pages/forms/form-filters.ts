import { isOn, oneOf, textIn } from '../../lists/search-params.ts';

export const STATUSES = ['draft', 'complete'] as const;

/** What the address of a list of forms says. */
export interface FormFilters {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  /** Its id. */
  readonly template?: string | undefined;
  /** Only those that were deleted. */
  readonly deleted?: true | undefined;
}

export const readFormFilters = (search: Record<string, unknown>): FormFilters => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
  template: textIn(search['template']),
  deleted: isOn(search['deleted']),
});
