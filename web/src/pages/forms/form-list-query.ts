import type { AppFormItem, AppFormList } from '#forms/app-types.ts';
import type { Query } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import { type FormFilters, isOfDue, sortOf } from '#web/form-lists/form-filters.ts';
import { listQuery } from '#web/lists/list-query.ts';

/** Returns whether a list is in groups of what to do: the person's own, unless they choose an order or due dates. */
export const isAgenda = (filters: FormFilters, scope: 'mine' | 'all'): boolean =>
  scope === 'mine' && !filters.deleted && filters.sort === undefined && !isOfDue(filters);

/** What a list of forms asks for. */
export function formListFilters(filters: FormFilters, scope: 'mine' | 'all'): Query {
  if (filters.deleted) return { deleted: true };
  if (isAgenda(filters, scope)) {
    // In this order, web/preloads.ts asks for the same address.
    const { sort: _, direction: __, ...others } = filters;
    return { ...others, scope, sort: 'agenda' };
  }
  return { ...filters, ...(filters.sort && { sort: sortOf(filters) }), scope };
}

/** The query of a list of forms. */
export const formListQuery = (filters: FormFilters, scope: 'mine' | 'all') =>
  listQuery<AppFormItem, AppFormList>(FORMS, formListFilters(filters, scope));
