import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { precompileLater } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import type { Form, FormEvent } from '#form-basics/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { RemovedAnswer } from '#questionnaires/engine/engine-types.ts';
import { countAnswerBytes, EVENT_BYTES } from '#quotas/index.ts';
import { deleteCorrections } from './corrections.store.ts';

/** Adds an event to the history of a form. */
export async function insertEvent(
  tx: Tx,
  by: Actor,
  event: Pick<FormEvent, 'id' | 'formId' | 'at' | 'action' | 'detail'>,
): Promise<void> {
  const detail = textOf(event.detail);
  countAnswerBytes(tx, formOf(by, event), { history: EVENT_BYTES + bytesOf(detail) });
  await insert(tx, {
    account_id: by.accountId,
    id: event.id,
    form_id: event.formId,
    at: event.at,
    action: event.action,
    actor_user_id: by.userId ?? null,
    credential_id: by.credentialId ?? null,
    detail,
  });
}

const insert = precompileLater<Insertable<Tables['form_events']>>((db, row) =>
  db.insertInto('form_events').values({
    account_id: row.account_id,
    id: row.id,
    form_id: row.form_id,
    at: row.at,
    action: row.action,
    actor_user_id: row.actor_user_id,
    credential_id: row.credential_id,
    detail: row.detail,
  }),
);

/** Returns the user who last changed the form. The name is missing when the user is deleted. */
export async function findLastActor(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<{ readonly id: string; readonly name?: string } | undefined> {
  const row = await db
    .selectFrom('form_events as e')
    .leftJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'e.account_id').onRef('u.id', '=', 'e.actor_user_id'),
    )
    .select(['e.actor_user_id', 'u.display_name', 'u.user_name'])
    .where('e.account_id', '=', accountId)
    .where('e.form_id', '=', formId)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.actor_user_id) return undefined;
  const name = row.display_name ?? row.user_name;
  return { id: row.actor_user_id, ...(name !== null && { name }) };
}

/** Returns the answers that the last completion of a form removed, from its history. */
export async function removedFrom(
  db: Reader,
  { accountId, id }: Pick<Form, 'accountId' | 'id'>,
): Promise<readonly RemovedAnswer[]> {
  const last = await eventsOf(db, accountId, id)
    .where('action', '=', 'complete')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? [] : removedIn(toEvent(last));
}

/** Returns the answers that a completion removed; none for any other event. */
export function removedIn({ detail }: Pick<FormEvent, 'detail'>): readonly RemovedAnswer[] {
  const list = detail && member(detail, 'removed');
  return Array.isArray(list) ? list.flatMap((each) => readRemoved(each) ?? []) : [];
}

/** Returns the name of the question that an edit corrected in the table of answers; undefined for any other event. */
export function correctedIn({ detail }: Pick<FormEvent, 'detail'>): string | undefined {
  const name = detail && member(detail, 'corrected');
  return typeof name === 'string' ? name : undefined;
}

/** Returns whether the clock of the device that completed the form was wrong. */
export const deviceClockIn = ({ detail }: Pick<FormEvent, 'detail'>): boolean =>
  detail !== undefined && member(detail, 'deviceClockWrong') === true;

/** Returns who a form was created for or assigned to by an event; undefined for any other event. */
export function assignedIn({ action, detail }: Pick<FormEvent, 'action' | 'detail'>) {
  const to = detail && member(detail, 'to');
  if ((action !== 'assign' && action !== 'create') || !isObject(to)) return undefined;
  const { type, id } = to;
  const kind = ASSIGNEES.find((each) => each === type);
  return kind === undefined || typeof id !== 'string' ? undefined : { type: kind, id };
}

const ASSIGNEES = ['User', 'Group'] as const;

/** What somebody said with an event: a reviewer of a form and its fields, or the reason why it was reopened. */
export interface SaidOfForm {
  readonly remark?: string;
  readonly fields: readonly { readonly field: string; readonly remark: string }[];
}

/** Returns the id of the file with which a reviewer signed; undefined for any other event. */
export function signatureIn({ detail }: Pick<FormEvent, 'detail'>): string | undefined {
  const id = detail && member(detail, 'signature');
  return typeof id === 'string' ? id : undefined;
}

/** Returns the ids of the files with which reviewers signed a form. */
export async function signaturesOf(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<ReadonlySet<string>> {
  const events = await approvalsOf(db, accountId, formId);
  return new Set(events.flatMap((event) => signatureIn(event) ?? []));
}

/** Removes from the history of a form that reviewers signed with these files, which are deleted. It still has their decisions. */
export async function forgetSignatures(
  tx: Tx,
  accountId: string,
  formId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  for (const event of await approvalsOf(tx, accountId, formId)) {
    if (!ids.has(signatureIn(event) ?? '')) continue;
    const { signature: _, ...detail } = event.detail ?? {};
    await prolongEvent(tx, accountId, event, { at: event.at, detail });
  }
}

async function approvalsOf(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<readonly FormEvent[]> {
  const rows = await eventsOf(db, accountId, formId).where('action', '=', 'approve').execute();
  return rows.map(toEvent);
}

/** Returns the remarks of an event; undefined for one without. */
export function remarksIn({ detail }: Pick<FormEvent, 'detail'>): SaidOfForm | undefined {
  const remark = detail && member(detail, 'remark');
  const list = detail && member(detail, 'fields');
  const fields = (Array.isArray(list) ? list : []).flatMap((each: JsonValue) => {
    if (!isObject(each)) return [];
    const { field, remark: said } = each;
    return typeof field === 'string' && typeof said === 'string' ? [{ field, remark: said }] : [];
  });
  if (typeof remark !== 'string' && fields.length === 0) return undefined;
  return { ...(typeof remark === 'string' && { remark }), fields };
}

/** Returns the last decision on a form; undefined if there is none. */
export async function lastDecision(
  db: Reader,
  { accountId, id }: Pick<Form, 'accountId' | 'id'>,
): Promise<FormEvent | undefined> {
  const row = await eventsOf(db, accountId, id)
    .where('action', 'in', ['approve', 'send-back', 'reject'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toEvent(row);
}

function readRemoved(value: JsonValue): RemovedAnswer | undefined {
  if (!isObject(value)) return undefined;
  const { at, field, why } = value;
  if (typeof at !== 'string' || typeof field !== 'string') return undefined;
  return { at, field, why: why === 'hidden' ? 'hidden' : 'not-offered' };
}

/** The first and last events of a form that are read: nothing limits how many a form has. */
const FIRST_READ = 100;
const LAST_READ = 900;

/** Returns the events, the oldest first. Of more than 1,000 events, those in the middle are left out. */
export async function listEvents(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<readonly FormEvent[]> {
  const last = await eventsOf(db, accountId, formId)
    .orderBy('id', 'desc')
    .limit(LAST_READ)
    .execute();
  const oldest = last.length < LAST_READ ? undefined : last.at(-1);
  const first =
    oldest === undefined
      ? []
      : await eventsOf(db, accountId, formId)
          .where('id', '<', oldest.id)
          .orderBy('id')
          .limit(FIRST_READ)
          .execute();
  return [...first, ...last.toReversed()].map(toEvent);
}

/** The last events that are looked through for who lost a form. */
const MOVES_READ = 100;

/** Returns the last events that took a form from somebody, the newest first. */
export async function listMoves(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<readonly FormEvent[]> {
  const rows = await eventsOf(db, accountId, formId)
    .where('action', 'in', ['assign', 'claim', 'delete'])
    .orderBy('id', 'desc')
    .limit(MOVES_READ)
    .execute();
  return rows.map(toEvent);
}

/** Returns the last event of a form. */
export async function findLastEvent(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<FormEvent | undefined> {
  const row = await eventsOf(db, accountId, formId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toEvent(row);
}

/** Lets an event say what happened since. */
export async function prolongEvent(
  tx: Tx,
  accountId: string,
  event: FormEvent,
  { at, detail }: Pick<FormEvent, 'at' | 'detail'>,
): Promise<void> {
  const text = textOf(detail);
  const { formId, storedBytes } = event;
  countAnswerBytes(tx, { accountId, id: formId }, { history: bytesOf(text) - storedBytes });
  await tx
    .updateTable('form_events')
    .set({ at, detail: text })
    .where('account_id', '=', accountId)
    .where('id', '=', event.id)
    .execute();
}

/** The number of events that one transaction deletes. */
const DELETED_AT_ONCE = 2000;

/** Returns whether a form has more events than one transaction should delete. */
export async function hasManyEvents(
  db: Reader,
  { accountId, id }: Pick<Form, 'accountId' | 'id'>,
): Promise<boolean> {
  const row = await eventsOf(db, accountId, id)
    .orderBy('id')
    .offset(DELETED_AT_ONCE)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the first events after one. @returns the last deleted one; undefined when none is left */
export async function deleteEvents(
  tx: Tx,
  { accountId, id }: Pick<Form, 'accountId' | 'id'>,
  after: string,
): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('form_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('form_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(DELETED_AT_ONCE)
    .execute();
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  await deleteEventsUpTo(tx, { accountId, id }, { after, last });
  return last;
}

/** Deletes the whole history of a form that is removed. */
export const deleteHistory = (tx: Tx, form: Pick<Form, 'accountId' | 'id'>): Promise<void> =>
  deleteEventsUpTo(tx, form, { after: '' });

async function deleteEventsUpTo(
  tx: Tx,
  form: Pick<Form, 'accountId' | 'id'>,
  { after, last }: { readonly after: string; readonly last?: string },
): Promise<void> {
  // Deleting the entries would delete these too, but nothing would count them.
  await deleteCorrections(tx, form, { after, last });
  const deleted = await tx
    .deleteFrom('form_events')
    .where('account_id', '=', form.accountId)
    .where('form_id', '=', form.id)
    .where('id', '>', after)
    .$if(last !== undefined, (query) => query.where('id', '<=', last ?? ''))
    .returning(sql<number>`coalesce(octet_length(detail), 0)`.as('bytes'))
    .execute();
  const history = deleted.reduce((sum, { bytes }) => sum + EVENT_BYTES + Number(bytes), 0);
  countAnswerBytes(tx, form, { history: -history });
}

const textOf = (detail: FormEvent['detail']): string | null =>
  detail === undefined ? null : JSON.stringify(detail);

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

const formOf = ({ accountId }: Actor, { formId }: Pick<FormEvent, 'formId'>) => ({
  accountId,
  id: formId,
});

const eventsOf = (db: Reader, accountId: string, formId: string) =>
  db
    .selectFrom('form_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId);

function toEvent(row: Selectable<Tables['form_events']>): FormEvent {
  const detail: JsonObject | undefined = row.detail === null ? undefined : JSON.parse(row.detail);
  return {
    id: row.id,
    formId: row.form_id,
    at: row.at,
    action: row.action,
    actorUserId: row.actor_user_id ?? undefined,
    credentialId: row.credential_id ?? undefined,
    detail,
    storedBytes: bytesOf(row.detail),
  };
}
