import type { BulkActForms, BulkActItem } from '#bulk/app-types.ts';
import type { Language } from '#web/texts/i18n.ts';
import { call, get, type Query } from './client.ts';
import type { Assignee } from './forms.ts';
import { queryClient } from './query-client.ts';

export type { BulkActItem };
export type BulkActForm = BulkActForms['items'][number];

export const BULK_ACTS = '/app/v1/bulk-acts';

/** All forms, or all work, that a list shows, in the words of the API. */
export type Matching =
  | { readonly work: Query }
  | { readonly list: Query }
  | { readonly deleted: true }
  | { readonly answers: Query & { readonly templateId: string } };

interface NewBulkAct {
  readonly act: BulkActItem['act'];
  readonly assignment?: Pick<Assignee, 'type' | 'id'>;
  readonly changes?: BulkActItem['changes'];
  /** The chosen ones; undefined: all that match. */
  readonly ids: readonly string[] | undefined;
  readonly matching: Matching;
  /** The number that the person was shown. */
  readonly expected: number;
  readonly locale: Language;
}

/** Begins an action on many forms, or on much work. @throws ApiError */
export async function beginBulkAct({ ids, matching, ...asked }: NewBulkAct): Promise<BulkActItem> {
  const chosen = ids && { ids };
  const item = await call<BulkActItem>('POST', BULK_ACTS, {
    ...asked,
    ...('work' in matching
      ? { work: chosen ?? { list: matching.work } }
      : { forms: chosen ?? matching }),
  });
  await queryClient.invalidateQueries({ queryKey: [BULK_ACTS] });
  return item;
}

export const readBulkAct = (id: string) => get<BulkActItem>(`${BULK_ACTS}/${id}`);

/** Cancels an action that is not finished, and deletes the report of a finished one. @throws ApiError */
export async function removeBulkAct(id: string): Promise<void> {
  await call('DELETE', `${BULK_ACTS}/${id}`);
  await queryClient.invalidateQueries({ queryKey: [BULK_ACTS] });
}
