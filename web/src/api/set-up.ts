// What the first steps of an organisation ask for, apart from what pages load that fill in forms.
import { queryOptions } from '@tanstack/react-query';
import type { AppFormList } from '#forms/app-types.ts';
import type { TemplateList } from '#templates/app-types.ts';
import { get } from './client.ts';
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
