import { type Static, Type } from 'typebox';
import { isLinkId } from '#form-basics/index.ts';
import { DATE_TIME } from '#http/v2/date-time.shapes.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import type { FormListRow } from './form-list.store.ts';
import { type ReviewRow, reviewOf } from './review-columns.store.ts';

/** Where the review of a form is. */
export const ReviewItem = Type.Object({
  state: Type.Union(
    [
      Type.Literal('in-review'),
      Type.Literal('sent-back'),
      Type.Literal('approved'),
      Type.Literal('rejected'),
    ],
    { description: 'A form that was sent back is a draft; in the other states it is complete.' },
  ),
  step: Type.Integer({ description: 'The step that it is in, or was decided in, from 1.' }),
  changeDate: DATE_TIME,
  by: Type.Object(
    { id: Type.String({ format: 'uuid' }), url: Type.String({ format: 'uri' }) },
    { description: 'The user or public link who brought it into this state.' },
  ),
});

/** The properties of a form in lists and in single reads. */
export const FORM_ITEM = {
  formId: Type.String({ format: 'uuid' }),
  url: Type.String({
    format: 'uri',
    description: 'The permanent address of the resource.',
  }),
  name: Type.String(),
  status: Type.Object({
    status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
    changeDate: DATE_TIME,
  }),
  lastUpdateDate: DATE_TIME,
  assignment: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      type: Type.Union([Type.Literal('User'), Type.Literal('Group'), Type.Literal('Link')], {
        description:
          '`Link`: the public link that the form was sent by, until somebody assigns it.',
      }),
      url: Type.String({
        format: 'uri',
        description: 'The user, the group or the public link, under /v2.',
      }),
    },
    { description: 'The user, group or public link that the form is assigned to.' },
  ),
  dueDate: Type.Union([DATE_TIME, Type.Null()], {
    description: 'When it is due. A draft is late from then on.',
  }),
  assignmentId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description:
      'The assignment that it came from, under /v2/assignments; null if it was created as a form.',
  }),
  review: Type.Union([ReviewItem, Type.Null()], {
    description: 'null for a draft that was not sent back, and for a form without review.',
  }),
  location: Type.Union(
    [
      Type.Object({
        latitude: Type.Number({ description: 'Degrees, WGS 84.' }),
        longitude: Type.Number({ description: 'Degrees, WGS 84.' }),
        accuracy: Type.Union([Type.Number({ description: 'Metres.' }), Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: 'The location at which the form was filled in.' },
  ),
  templateId: Type.String({ format: 'uuid' }),
  templateUrl: Type.String({
    format: 'uri',
    description: 'The permanent address of the resource.',
  }),
} as const;

/** A form in the list of /v2/formz. Answers are only in the response for a single form. */
export const FormItem = Type.Object(FORM_ITEM, { title: 'Form' });

const COLLECTIONS = { User: 'users', Group: 'groups', Link: 'links' } as const;

export function toFormItem(
  row: Omit<
    FormListRow,
    'name_key' | 'created_at' | 'device_completed_at' | 'device_completed_with'
  >,
  base: string,
): Static<typeof FormItem> {
  const { latitude, longitude, accuracy, due_at } = row;
  return {
    formId: row.id,
    url: `${base}/v2/formz/${row.id}`,
    name: row.name,
    status: { status: row.status, changeDate: formatDateTime(row.status_changed_at) },
    lastUpdateDate: formatDateTime(row.updated_at),
    assignment: {
      id: row.assignee_id,
      type: row.assignee_type,
      url: `${base}/v2/${COLLECTIONS[row.assignee_type]}/${row.assignee_id}`,
    },
    dueDate: due_at === null ? null : formatDateTime(due_at),
    assignmentId: row.assignment_id,
    review: reviewItem(row, base),
    location: latitude === null || longitude === null ? null : { latitude, longitude, accuracy },
    templateId: row.template_id,
    templateUrl: `${base}/v2/templates/${row.template_id}`,
  };
}

/** Returns where the review of a form is; null without one. */
export function reviewItem(row: ReviewRow, base: string): Static<typeof ReviewItem> | null {
  const review = reviewOf(row);
  if (review === undefined) return null;
  const { state, step, at, by } = review;
  const url = `${base}/v2/${isLinkId(by) ? 'links' : 'users'}/${by}`;
  return { state, step, changeDate: formatDateTime(at), by: { id: by, url } };
}
