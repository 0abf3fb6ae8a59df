import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { FormActor } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { AssignmentEvent, StoredAssignment } from './assignment.ts';
import { recordNew } from './assignment-change.store.ts';

/** The due date of what is never due: it comes last in every list. */
export const NEVER = Number.MAX_SAFE_INTEGER;

type Row = Selectable<Tables['assignments']>;

/** Stores a new assignment. @returns false, without storing anything, if the sender has used its reference before */
export async function insertAssignment(tx: Tx, made: StoredAssignment): Promise<boolean> {
  const row = await tx
    .insertInto('assignments')
    .values(toRow(made))
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await recordNew(tx, made);
  return true;
}

/** Stores what can change of an assignment, which the caller has read under a lock. */
export async function updateAssignment(tx: Tx, changed: StoredAssignment): Promise<void> {
  const { account_id, id, template_id, mode, reference, reference_part, created_at, ...row } =
    toRow(changed);
  await tx
    .updateTable('assignments')
    .set(row)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

export async function findAssignment(
  db: Reader,
  accountId: string,
  id: string,
): Promise<StoredAssignment | undefined> {
  const row = await byId(db, accountId, id).executeTakeFirst();
  return row && toAssignment(row);
}

/** Returns assignments by their ids, in no order. */
export async function selectByIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<readonly StoredAssignment[]> {
  const rows = await db
    .selectFrom('assignments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return rows.map(toAssignment);
}

/** Like {@link findAssignment}, and locks it. Lock its form first: a write of the form locks in this order. */
export async function lockAssignment(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<StoredAssignment | undefined> {
  const query = byId(tx, accountId, id);
  const row = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row && toAssignment(row);
}

const byId = (db: Reader, accountId: string, id: string) =>
  db.selectFrom('assignments').selectAll().where('account_id', '=', accountId).where('id', '=', id);

/** Returns what a sender made under a reference: one assignment, or one for each member of a group. */
export async function selectByReference(
  db: Reader,
  { accountId, userId }: Pick<FormActor, 'accountId' | 'userId'>,
  reference: string,
): Promise<readonly StoredAssignment[]> {
  const rows = await db
    .selectFrom('assignments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sent_by', '=', userId)
    .where('reference', '=', reference)
    .orderBy('reference_part')
    .execute();
  return rows.map(toAssignment);
}

interface NewEvent extends Omit<AssignmentEvent, 'actorUserId'> {
  readonly assignmentId: string;
}

export async function insertAssignmentEvent(
  tx: Tx,
  by: FormActor,
  { assignmentId, detail, ...event }: NewEvent,
): Promise<void> {
  await tx
    .insertInto('assignment_events')
    .values({
      ...event,
      account_id: by.accountId,
      assignment_id: assignmentId,
      actor_user_id: by.userId,
      credential_id: by.credentialId ?? null,
      detail: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute();
}

/** Returns the latest entries of the history of an assignment, oldest first. */
export async function selectAssignmentEvents(
  db: Reader,
  { accountId, id }: Pick<StoredAssignment, 'accountId' | 'id'>,
  limit: number,
): Promise<readonly AssignmentEvent[]> {
  const rows = await db
    .selectFrom('assignment_events')
    .select(['id', 'at', 'action', 'actor_user_id', 'detail'])
    .where('account_id', '=', accountId)
    .where('assignment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    actorUserId: row.actor_user_id ?? undefined,
    detail: row.detail === null ? undefined : parsed(row.detail),
  }));
}

const parsed = (text: string): JsonObject => JSON.parse(text);

function toAssignment(row: Row): StoredAssignment {
  return {
    id: row.id,
    accountId: row.account_id,
    templateId: row.template_id,
    state: row.state,
    stateChangedAt: row.state_changed_at,
    assignee: { type: row.assignee_type, id: row.assignee_id },
    groupId: row.group_id ?? undefined,
    mode: row.mode,
    dueAt: row.due_key === NEVER ? undefined : row.due_key,
    notBefore: row.not_before === 0 ? undefined : row.not_before,
    priority: row.priority,
    instructions: row.instructions ?? undefined,
    answers: parsed(row.answers),
    reference: row.reference ?? undefined,
    sentBy: row.sent_by,
    formId: row.form_id ?? undefined,
    declineReason: row.decline_reason ?? undefined,
    remindedAt: row.reminded_at ?? undefined,
    reminderWaits: row.reminder_waits !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}

const toRow = (one: StoredAssignment): Insertable<Tables['assignments']> => ({
  account_id: one.accountId,
  id: one.id,
  template_id: one.templateId,
  state: one.state,
  state_changed_at: one.stateChangedAt,
  assignee_type: one.assignee.type,
  assignee_id: one.assignee.id,
  group_id: one.groupId ?? null,
  mode: one.mode,
  due_key: one.dueAt ?? NEVER,
  not_before: one.notBefore ?? 0,
  priority: one.priority,
  instructions: one.instructions ?? null,
  answers: JSON.stringify(one.answers),
  reference: one.reference ?? null,
  reference_part: one.mode === 'each' && one.groupId !== undefined ? one.assignee.id : '',
  sent_by: one.sentBy,
  form_id: one.formId ?? null,
  decline_reason: one.declineReason ?? null,
  reminded_at: one.remindedAt ?? null,
  reminder_waits: one.reminderWaits === true ? 1 : null,
  created_at: one.createdAt,
  updated_at: one.updatedAt,
  revision: one.revision,
});
