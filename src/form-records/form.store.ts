import type { Selectable } from 'kysely';
import { forgetValues, searchedAnswers, writeValues } from '#answer-index/index.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { later } from '#db/flush.ts';
import type { Tables } from '#db/tables.ts';
import { type Form, formText } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { countAnswerBytes } from '#quotas/index.ts';
import { indexWords } from '#search/index.ts';
import { recordChange } from './form-change.store.ts';
import { reviewColumns, wholeReviewOf } from './review-columns.store.ts';

/** A form that may have been deleted. */
export interface StoredForm extends Form {
  readonly deletedAt: number | undefined;
}

export async function findForm(
  db: Reader,
  accountId: string,
  id: string,
): Promise<StoredForm | undefined> {
  const row = await formQuery(db, accountId, id).executeTakeFirst();
  return row && toForm(row);
}

/** Like {@link findForm}, and locks the form until the transaction ends. */
export async function lockForm(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<StoredForm | undefined> {
  const query = formQuery(tx, accountId, id);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const locked = engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
  const row = await locked.executeTakeFirst();
  return row && toForm(row);
}

/** Stores a new form. @returns the bytes of its answers; undefined, without storing anything, when the id is taken. */
export async function insertForm(tx: Tx, form: Form): Promise<number | undefined> {
  const answers = JSON.stringify(form.answers);
  const insert = tx
    .insertInto('forms')
    .values({
      account_id: form.accountId,
      id: form.id,
      number: form.number,
      template_id: form.templateId,
      template_version_id: form.templateVersionId,
      created_by: form.createdBy,
      created_at: form.createdAt,
      assignment_id: form.assignmentId ?? null,
      ...changingColumns(form),
      answers,
    })
    .onConflict((oc) => oc.columns(['account_id', 'id']).doNothing())
    .returning('id');
  const [row, searched] = await Promise.all([insert.executeTakeFirst(), searchedAnswers(tx, form)]);
  if (!row) return undefined;
  const bytes = Buffer.byteLength(answers);
  countAnswerBytes(tx, form, { answers: bytes });
  await recordChange(tx, form.accountId, form.id, form.updatedAt);
  await indexWords(tx, findableOf(form), formText(form, searched), { isNew: true });
  await writeValues(tx, form, { isNew: true });
  return bytes;
}

/**
 * Stores all properties of a form that can change. The caller has read it under a lock.
 * @returns the bytes of its answers
 */
export async function updateForm(tx: Tx, form: Form, deletedAt?: number): Promise<number> {
  const answers = JSON.stringify(form.answers);
  const bytes = Buffer.byteLength(answers);
  countAnswerBytes(tx, form, { answers: bytes - form.storedBytes });
  const update = tx
    .updateTable('forms')
    .set({ ...changingColumns(form), answers, deleted_at: deletedAt ?? null })
    .where('account_id', '=', form.accountId)
    .where('id', '=', form.id);
  await later(tx, update);
  await recordChange(tx, form.accountId, form.id, form.updatedAt);
  const text = searchedAnswers(tx, form).then((searched) => formText(form, searched));
  await Promise.all([
    indexWords(tx, findableOf(form), text),
    deletedAt === undefined ? writeValues(tx, form) : forgetValues(tx, form),
  ]);
  return bytes;
}

/** Stores that a reviewer has opened a form. Its revision stays: nobody has to read it again. */
export async function noteOpened(tx: Tx, form: Form): Promise<void> {
  const { review_more } = reviewColumns(form);
  await tx
    .updateTable('forms')
    .set({ review_more })
    .where('account_id', '=', form.accountId)
    .where('id', '=', form.id)
    .execute();
}

const findableOf = ({ accountId, id }: Form) => ({ accountId, kind: 'form', id }) as const;

function formQuery(db: Reader, accountId: string, id: string) {
  return db
    .selectFrom('forms')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id);
}

function changingColumns(form: Form) {
  return {
    name: form.name,
    name_key: fold(form.name),
    name_pattern: form.namePattern ?? null,
    status: form.status,
    status_changed_at: form.statusChangedAt,
    assignee_type: form.assignment.type,
    assignee_id: form.assignment.id,
    latitude: form.location?.latitude ?? null,
    longitude: form.location?.longitude ?? null,
    accuracy: form.location?.accuracy ?? null,
    completed_by: form.completedBy ?? null,
    due_at: form.dueAt ?? null,
    ...deviceColumns(form),
    ...reviewColumns(form),
    ...(form.corrected && { corrected_by: form.corrected.by, corrected_at: form.corrected.at }),
    updated_at: form.updatedAt,
    revision: form.revision,
  };
}

function toForm(row: Selectable<Tables['forms']>): StoredForm {
  const answers: JsonObject = JSON.parse(row.answers);
  const { latitude, longitude, accuracy } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    number: row.number,
    name: row.name,
    namePattern: row.name_pattern ?? undefined,
    templateId: row.template_id,
    templateVersionId: row.template_version_id,
    status: row.status,
    statusChangedAt: row.status_changed_at,
    assignment: { type: row.assignee_type, id: row.assignee_id },
    dueAt: row.due_at ?? undefined,
    assignmentId: row.assignment_id ?? undefined,
    answers,
    location:
      latitude === null || longitude === null
        ? undefined
        : { latitude, longitude, ...(accuracy !== null && { accuracy }) },
    createdBy: row.created_by,
    completedBy: row.completed_by ?? undefined,
    completedOnDeviceAt: completedOnDeviceIn(row),
    ...correctedIn(row),
    ...wholeReviewOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    storedBytes: Buffer.byteLength(row.answers),
    deletedAt: row.deleted_at ?? undefined,
  };
}

function deviceColumns({ status, statusChangedAt, completedOnDeviceAt }: Form) {
  const isTold = status === 'complete' && completedOnDeviceAt !== undefined;
  return {
    device_completed_at: isTold ? completedOnDeviceAt : null,
    device_completed_with: isTold ? statusChangedAt : null,
  };
}

type DeviceColumns =
  | 'status'
  | 'status_changed_at'
  | 'device_completed_at'
  | 'device_completed_with';

/** Returns when a form was completed as its device says. What belongs to an earlier completion does not count. */
export const completedOnDeviceIn = (
  row: Pick<Selectable<Tables['forms']>, DeviceColumns>,
): number | undefined =>
  row.status === 'complete' && row.device_completed_with === row.status_changed_at
    ? (row.device_completed_at ?? undefined)
    : undefined;

/** Returns who corrected a complete form. Completing it again leaves earlier corrections behind. */
function correctedIn(row: Selectable<Tables['forms']>): Pick<Form, 'corrected'> {
  const { status, status_changed_at: completedAt, corrected_by: by, corrected_at: at } = row;
  return status === 'complete' && by !== null && at !== null && at > completedAt
    ? { corrected: { by, at } }
    : {};
}
