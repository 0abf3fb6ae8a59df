import type { BulkActForms, BulkActItem } from '#bulk/app-types.ts';
import type { Language } from '#web/texts/i18n.ts';
import { call, get, type Query } from './client.ts';
import type { Assignee } from './forms.ts';
import { queryClient } from './query-client.ts';

export type { BulkActItem };
export type BulkActForm = BulkActForms['items'][number];

export const BULK_ACTS = '/app/v1/bulk-acts';

/** All forms that a list shows, in the words of the API. */
export type Matching =
  | { readonly list: Query }
  | { readonly deleted: true }
  | { readonly answers: Query & { readonly templateId: string } };

interface NewBulkAct {
  readonly act: BulkActItem['act'];
  readonly assignment?: Pick<Assignee, 'type' | 'id'>;
  readonly forms: Matching | { readonly ids: readonly string[] };
  /** The number of forms that the person was shown. */
  readonly expected: number;
  readonly locale: Language;
}

/** Begins an action on many forms. @throws ApiError */
export async function beginBulkAct(asked: NewBulkAct): Promise<BulkActItem> {
  const item = await call<BulkActItem>('POST', BULK_ACTS, asked);
  await queryClient.invalidateQueries({ queryKey: [BULK_ACTS] });
  return item;
}

export const readBulkAct = (id: string) => get<BulkActItem>(`${BULK_ACTS}/${id}`);

/** Cancels an action that is not finished, and deletes the report of a finished one. @throws ApiError */
export async function removeBulkAct(id: string): Promise<void> {
  await call('DELETE', `${BULK_ACTS}/${id}`);
  await queryClient.invalidateQueries({ queryKey: [BULK_ACTS] });
}
