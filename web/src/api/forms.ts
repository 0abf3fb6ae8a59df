import { queryOptions } from '@tanstack/react-query';
import type { AppFormDetail, AppFormItem, AppFormList } from '#forms/app-types.ts';
import type { Language } from '../i18n.ts';
import { get } from './client.ts';

export const FORMS = '/app/v1/forms';

export type Form = AppFormDetail;
export type FormItem = AppFormItem;

/** Reads a form, with its answers as people read them in the given language. */
export const formQuery = (id: string, locale: Language) =>
  queryOptions({
    queryKey: [FORMS, id, locale],
    queryFn: () => get<Form>(`${FORMS}/${id}`, { plain: true, locale }),
  });

/** Reads the 100 forms of the whole organisation that were changed last. */
export const newestFormsQuery = queryOptions({
  queryKey: [FORMS, 'newest'],
  queryFn: () => get<AppFormList>(FORMS, { scope: 'all', limit: 100 }),
});

export const ASSIGNEES = '/app/v1/assignees';

/** A user or group that a form may be assigned to. */
export interface Assignee {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
  /** Tells users of the same name apart. */
  readonly detail?: string;
}
