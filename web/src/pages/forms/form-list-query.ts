import type { AppFormItem, AppFormList } from '#forms/app-types.ts';
import type { Query } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import { type FormFilters, sortOf } from '#web/form-lists/form-filters.ts';
import { listQuery } from '#web/lists/list-query.ts';

/** What a list of forms asks for. */
export const formListFilters = (filters: FormFilters, scope: 'mine' | 'all'): Query =>
  filters.deleted
    ? { deleted: true }
    : { ...filters, ...(filters.sort && { sort: sortOf(filters) }), scope };

/** The query of a list of forms. */
export const formListQuery = (filters: FormFilters, scope: 'mine' | 'all') =>
  listQuery<AppFormItem, AppFormList>(FORMS, formListFilters(filters, scope));
