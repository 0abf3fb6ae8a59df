import { type Static, Type } from 'typebox';
import type { Reader } from '#db/database.ts';
import { isLinkId, RemovedAnswers, readTimeZone, type Viewer } from '#form-basics/index.ts';
import {
  accessTo,
  FORM_ITEM,
  findVisible,
  lastDecision,
  ReviewItem,
  remarksIn,
  reviewColumns,
  type StoredForm,
  signatureIn,
  toFormItem,
} from '#form-records/index.ts';
import { NeedsSignature, SignedWith } from '#forms/reviews/decision.shapes.ts';
import { seenOffice } from '#forms/reviews/fill-office.ts';
import { DATE_TIME } from '#http/v2/date-time.shapes.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { asksSignature } from '#questionnaires/definition/review-policy.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { fieldsOf, findVersion } from '#templates/index.ts';
import type { ApiDeps } from './api-deps.ts';
import { showFields } from './field-values.ts';

const Id = Type.String({ format: 'uuid' });
const NullableText = Type.Union([Type.String(), Type.Null()]);
const Anything = Type.Unsafe<unknown>({});

const FileValue = Type.Object(
  {
    id: Id,
    name: NullableText,
    type: Type.Union([Type.String(), Type.Null()], { description: 'Its media type.' }),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes.' }),
    link: Type.String({
      format: 'uri',
      description: 'The address of the bytes. Use the same token.',
    }),
  },
  { title: 'FormFile' },
);
const File = Type.Union([FileValue, Type.Null()]);

const Rows = Type.Array(Type.Object({}, { additionalProperties: true }));

const FieldValue = Type.Object(
  {
    id: Type.String({
      description: 'Stays the same across versions as long as the name does not change.',
    }),
    name: Type.String(),
    type: Type.String({
      description: [
        'Determines the members. Each member is null without an answer:',
        '`TextBox`: text. `Number`, `CheckBox` (true or false), `Calculated` (never written), `Date`,',
        '`Time`, `DateTime` (local, as filled in), `CheckBoxGroup` (a list): value, displayValue.',
        '`DropDown`: value, displayValue, itemCollectionId (the id of the shared list, or null).',
        '`Image`: imageFile (the first picture), files (all), retainedImage (null). `Sketch`: imageFile (the',
        'photo with the drawing), retainedImage (the photo), shapes. `Location`, `Barcode`: value, displayValue.',
        '`File`: files. `Signature`: imageFile.',
        '`Table`: rows, each an object of the values by column name; displayRows, the same as people',
        'read them; totals by column name, where columns have them.',
        'A row of a shared list is its key, as value and in rows; displayValue and displayRows have its label.',
      ].join('\n'),
    }),
    text: Type.Optional(NullableText),
    value: Type.Optional(Anything),
    displayValue: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'The text that the form page, PDFs and CSV files show, in the language of the template, else in English.',
      }),
    ),
    itemCollectionId: Type.Optional(NullableText),
    imageFile: Type.Optional(File),
    retainedImage: Type.Optional(File),
    files: Type.Optional(Type.Array(FileValue)),
    rows: Type.Optional(Rows),
    displayRows: Type.Optional(Rows),
    totals: Type.Optional(Type.Object({}, { additionalProperties: true })),
    comment: Type.Optional(
      Type.String({
        description: 'The text typed in addition to the answer: the text of "other", or a remark.',
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({
        description:
          'true: a condition hides the question, and it has no value. A draft keeps what was answered before and shows it when the question is asked again; completing the form removes it.',
      }),
    ),
  },
  { title: 'FieldValue' },
);

const NullableTextOf = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

const WholeReview = Type.Object(
  {
    ...ReviewItem.properties,
    steps: Type.Integer({ description: 'How many steps the review has.' }),
    round: Type.Integer({ description: 'How often the form was submitted.' }),
    needsSignature: NeedsSignature,
    signature: Type.Union([SignedWith, Type.Null()], {
      description: 'The id of the attachment with which the last reviewer signed.',
    }),
    remark: NullableTextOf('What the last reviewer said of the form.'),
    remarks: Type.Array(Type.Object({ field: Type.String(), remark: Type.String() }), {
      description: 'What the last reviewer said of single fields, by their names.',
    }),
    changed: Type.Array(Type.String(), {
      description: 'The names of the fields that changed since the form was sent back.',
    }),
  },
  { title: 'FormReview' },
);

export const FormDetail = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The same as formId.' }),
    ...FORM_ITEM,
    review: Type.Union([WholeReview, Type.Null()], {
      description: 'null for a draft that was not sent back, and for a form without review.',
    }),
    number: Type.Integer({ description: 'The number of the form within its template.' }),
    revision: Type.Integer({ description: 'Increases with each write. The ETag is made from it.' }),
    createdDate: DATE_TIME,
    createdBy: Type.Object(
      { id: Id, url: Type.String({ format: 'uri' }) },
      { description: 'A user, or the public link that the form was sent by.' },
    ),
    completedBy: Type.Union([
      Type.Object({ id: Id, url: Type.String({ format: 'uri' }) }),
      Type.Null(),
    ]),
    completedOnDeviceDate: Type.Union([DATE_TIME, Type.Null()], {
      description:
        'When it was completed as the device says on which it was filled in, perhaps without a network; `status.changeDate` is when that arrived. A form that was completed before its dueDate by this time is in time. It is never after the arrival and never before the form could be completed. null: no device told.',
    }),
    correctedBy: Type.Union(
      [Type.Object({ id: Id, url: Type.String({ format: 'uri' }) }), Type.Null()],
      { description: 'The user who last corrected an answer since the form was completed.' },
    ),
    correctedDate: Type.Union([DATE_TIME, Type.Null()]),
    templateVersion: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The version that it was created from and keeps.',
    }),
    deleted: Type.Boolean(),
    deletedDate: Type.Union([DATE_TIME, Type.Null()]),
    evaluated: Type.Boolean({
      description:
        'false: the forms engine could not calculate values and conditions of the template, so `fields` contains the stored values.',
    }),
    fields: Type.Record(Type.String(), FieldValue, { description: 'By field name.' }),
    office: Type.Optional(
      Type.Record(Type.String(), Anything, {
        description:
          'When a single form is read: the answers, as they are stored, to the fields for office use that the acting user fills in with a decision, or that only reviewers see.',
      }),
    ),
  },
  { title: 'FormDetail' },
);
type FormDetail = Static<typeof FormDetail>;

/** The response to a completion: the form, and the answers that were removed. */
export const FormCompleted = Type.Object(
  {
    ...FormDetail.properties,
    removed: Type.Optional(RemovedAnswers),
  },
  { title: 'FormCompleted' },
);

/** Returns a strong ETag. The revision increases with each write, so equal tags mean equal responses. */
export const etagOf = ({ revision }: { readonly revision: number }): string => `"${revision}"`;

/** Returns the form as /v2 shows it. @throws AppError `busy`, unless `isAfterWrite`. */
export async function describeForm(
  { db, engine, publicUrl }: Pick<ApiDeps, 'db' | 'engine' | 'publicUrl'>,
  form: StoredForm,
  isAfterWrite = false,
): Promise<Omit<FormDetail, 'fields'> & { readonly fields: object }> {
  const version = await findVersion(db.reader, form.accountId, form.templateVersionId);
  const definition = version?.definition ?? {};
  const timeZone = await readTimeZone(db.reader, form.accountId);
  const { answers, isWhole } = await readAnswers(
    { engine: engine.of(form.accountId), timeZone, isAfterWrite },
    readable(definition),
    form,
  );
  const base = publicUrl();
  const user = (id: string) => ({
    id,
    url: `${base}/v2/${isLinkId(id) ? 'links' : 'users'}/${id}`,
  });
  const item = toFormItem(rowOf(form), base);
  const { completedBy, completedOnDeviceAt, corrected, deletedAt } = form;
  return {
    id: form.id,
    ...item,
    review: item.review && (await wholeReview(db.reader, form, item.review, definition)),
    number: form.number,
    revision: form.revision,
    createdDate: formatDateTime(form.createdAt),
    createdBy: user(form.createdBy),
    completedBy: completedBy === undefined ? null : user(completedBy),
    completedOnDeviceDate:
      completedOnDeviceAt === undefined ? null : formatDateTime(completedOnDeviceAt),
    correctedBy: corrected === undefined ? null : user(corrected.by),
    correctedDate: corrected === undefined ? null : formatDateTime(corrected.at),
    templateVersion: version?.number ?? null,
    deleted: deletedAt !== undefined,
    deletedDate: deletedAt === undefined ? null : formatDateTime(deletedAt),
    evaluated: isWhole,
    fields: showFields(
      version ? fieldsOf(version) : [],
      answers,
      (id) => `${item.url}/attachments/${id}`,
    ),
  };
}

/** Returns the answers for office use that a viewer sees beyond what everybody sees. */
export async function officeOf(
  { db, directory }: Pick<ApiDeps, 'db' | 'directory'>,
  viewer: Viewer,
  form: StoredForm,
) {
  const access = await accessTo(db.reader, directory, viewer, form);
  const { office, closed } = await seenOffice(db.reader, viewer, form, access);
  if (office === undefined && closed === undefined) return {};
  return { office: { ...office?.answers, ...closed?.answers } };
}

async function wholeReview(
  db: Reader,
  form: StoredForm,
  shown: Static<typeof ReviewItem>,
  definition: JsonObject,
) {
  const { steps = 1, round = 1, changed = [] } = form.review ?? {};
  const last = await lastDecision(db, form);
  const said = last && remarksIn(last);
  return {
    ...{ ...shown, steps, round },
    needsSignature: shown.state === 'in-review' && asksSignature(definition, shown.step),
    signature: (last && signatureIn(last)) ?? null,
    remark: said?.remark ?? null,
    remarks: [...(said?.fields ?? [])],
    changed: [...changed],
  };
}

/**
 * Returns a form that the viewer may see.
 * @param includeDeleted also returns deleted forms that the viewer may restore
 * @throws AppError `not-found`.
 */
export async function requireApiForm(
  { db, directory, forms }: Pick<ApiDeps, 'db' | 'directory' | 'forms'>,
  viewer: Viewer,
  id: string,
  includeDeleted = false,
): Promise<StoredForm> {
  if (includeDeleted) {
    const found = await findVisible(db.reader, directory, viewer, id);
    if (found) return found;
  }
  const form = await forms.readForm(db.reader, viewer, id);
  if (form) return { ...form, deletedAt: undefined };
  throw fail('not-found', 'There is no form with this id that the acting user may see.');
}

function rowOf({ id, name, status, templateId, assignment, location, ...form }: StoredForm) {
  return {
    id,
    name,
    status,
    status_changed_at: form.statusChangedAt,
    updated_at: form.updatedAt,
    assignee_type: assignment.type,
    assignee_id: assignment.id,
    due_at: form.dueAt ?? null,
    assignment_id: form.assignmentId ?? null,
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    accuracy: location?.accuracy ?? null,
    template_id: templateId,
    revision: form.revision,
    ...reviewColumns(form),
  };
}
