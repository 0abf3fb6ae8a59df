// Reviews of forms: what reviewers decide, and what waits for them.
import { queryOptions } from '@tanstack/react-query';
import type { AppFormList } from '#forms/app-types.ts';
import type { JsonObject } from '#kernel/json.ts';
import { call, get, withQuery } from './client.ts';
import { FORMS, type Form } from './forms.ts';
import { queryClient } from './query-client.ts';

export type Decision = 'approve' | 'send-back' | 'reject';

/** What a reviewer says of the form, and of single fields by their names, and fills in. */
export interface Remarks {
  /** The answers to the fields for office use. */
  readonly office?: JsonObject | undefined;
  /** The id of the uploaded signature. */
  readonly signature?: string | undefined;
  readonly remark?: string | undefined;
  readonly fields?: readonly { readonly field: string; readonly remark: string }[];
}

/** Decides on a form as the reviewer has read it. */
export async function decide(
  { id, revision }: Pick<Form, 'id' | 'revision'>,
  decision: Decision,
  { remark, fields = [], office, signature }: Remarks = {},
): Promise<Form['review']> {
  const body = {
    decision,
    revision,
    ...(remark && { remark }),
    ...(fields.length > 0 && { fields }),
    ...(office && { office }),
    ...(signature !== undefined && { signature }),
  };
  try {
    const decided = await call<Pick<Form, 'review'>>('POST', `${FORMS}/${id}/review`, body);
    return decided.review;
  } finally {
    // Also when another reviewer was faster: the form no longer waits for this one.
    reviewsChanged();
  }
}

/** Uploads the picture with which a reviewer signs. It can be repeated. @throws ApiError */
export const sendSignature = (formId: string, id: string, picture: Blob): Promise<unknown> =>
  call(
    'POST',
    withQuery(`${FORMS}/${formId}/attachments`, {
      id,
      field: 'review.signature',
      fileName: 'signature.png',
    }),
    picture,
  );

/** Reads again what waits. Not awaited: the dialog of a form has to close before the next one takes its position. */
export function reviewsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: [FORMS] });
  void queryClient.invalidateQueries({ queryKey: WAITING });
}

/** Notes that the reviewer has opened a form: its author can no longer take it back. */
export const noteOpened = (id: string): Promise<unknown> =>
  call('POST', `${FORMS}/${id}/review/open`);

const WAITING = ['waiting-reviews'];

/** Reads how many forms wait for the person’s review. */
export const waitingQuery = queryOptions({
  queryKey: WAITING,
  queryFn: () => get<AppFormList>(FORMS, { scope: 'reviews', limit: 1 }),
});
