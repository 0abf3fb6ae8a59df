import { queryOptions } from '@tanstack/react-query';
import type { AppFormDetail, AppFormItem, AppFormList } from '#forms/app-types.ts';
import type { Language } from '../i18n.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

export const FORMS = '/app/v1/forms';

export type Form = AppFormDetail;
export type FormItem = AppFormItem;

/** With its answers as people read them, in a language of theirs. */
export const formQuery = (id: string, locale: Language) =>
  queryOptions({
    queryKey: [FORMS, id, locale],
    queryFn: () => get<Form>(`${FORMS}/${id}`, { plain: true, locale }),
  });

/** The hundred that were changed last, of everybody. */
export const newestFormsQuery = queryOptions({
  queryKey: [FORMS, 'newest'],
  queryFn: () => get<AppFormList>(FORMS, { scope: 'all', limit: 100 }),
});

export const ASSIGNEES = '/app/v1/assignees';

/** To whom a form may be assigned. */
export interface Assignee {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
  /** What tells namesakes apart. */
  readonly detail?: string;
}

export const assignForm = (id: string, { type, id: to }: Pick<Assignee, 'id' | 'type'>) =>
  changed(id, call('POST', `${FORMS}/${id}/assign`, { assignment: { type, id: to } }));

export const reopenForm = (id: string) => changed(id, call('POST', `${FORMS}/${id}/reopen`, {}));
export const restoreForm = (id: string) => changed(id, call('POST', `${FORMS}/${id}/restore`, {}));
export const deleteForm = (id: string) => changed(id, call('DELETE', `${FORMS}/${id}`));

async function changed(id: string, act: Promise<unknown>): Promise<void> {
  await act;
  await queryClient.invalidateQueries({ queryKey: [FORMS], predicate: isOther(id) });
  await queryClient.invalidateQueries({ queryKey: [FORMS, id] });
}

/** The form itself comes last, so that its page shows what the lists show. */
const isOther =
  (id: string) =>
  ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey[1] !== id;
