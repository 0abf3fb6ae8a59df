// What only Home asks for of an organisation: its first steps, and its numbers.
import { queryOptions } from '@tanstack/react-query';
import type { AppFormList } from '#forms/app-types.ts';
import type { TemplateList } from '#templates/app-types.ts';
import { get, type Query } from './client.ts';
import { FORMS } from './forms.ts';
import { TEMPLATES } from './templates.ts';

/** Reads the 100 forms of the whole organisation that were changed last. */
export const newestFormsQuery = queryOptions({
  queryKey: [FORMS, 'newest'],
  queryFn: () => get<AppFormList>(FORMS, { scope: 'all', limit: 100 }),
});

/** Reads one template, to know whether there is any. */
export const aTemplateQuery = queryOptions({
  queryKey: [TEMPLATES, 'any'],
  queryFn: () => get<TemplateList>(TEMPLATES, { limit: 1 }),
});

/** Counts the forms that the person sees, with filters of the list of all forms. */
export const formCountQuery = (filters: Query) =>
  queryOptions({
    queryKey: [FORMS, 'count', filters],
    queryFn: () => get<AppFormList>(FORMS, { scope: 'all', limit: 1, ...filters }),
  });
