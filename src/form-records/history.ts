import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type {
  EventPeople,
  Form,
  FormActor,
  FormEvent,
  FormEventAction,
  FormsEvent,
  FormsEventType,
  FormWritesDeps,
} from '#form-basics/index.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { commentName } from '#questionnaires/answers/answer-shapes.ts';
import type { AnswerWriter } from '#quotas/index.ts';
import { continues } from './autosaves.ts';
import { insertCorrection } from './corrections.store.ts';
import { findLastEvent, insertEvent, prolongEvent } from './form-event.store.ts';

/** Edits and claims create no events for listeners. A correction creates those of reopening and completing. */
const EVENTS: ReadonlyMap<FormEventAction, FormsEventType> = new Map([
  ['create', 'form.created'],
  ['assign', 'form.assigned'],
  ['complete', 'form.completed'],
  ['reopen', 'form.reopened'],
  ['take-back', 'form.reopened'],
  ['submit', 'form.submitted-for-review'],
  ['approve', 'form.approved'],
  ['send-back', 'form.sent-back'],
  ['reject', 'form.rejected'],
  ['delete', 'form.deleted'],
]);

/** Adds an event to the history of a form, an audit event unless it is an edit, and an event for listeners. */
export const recordEvent =
  ({ ids, audit, events, quotas }: Pick<FormWritesDeps, 'ids' | 'audit' | 'events' | 'quotas'>) =>
  async (
    tx: Tx,
    by: FormActor,
    form: Form,
    action: FormEventAction,
    detail?: JsonObject,
    /** What the audit log says of it: people's own words stay with the form, and go with it. */
    audited: JsonObject | undefined = detail,
  ): Promise<void> => {
    // Deleting is how room is made, so that no limit may be in its way.
    if (action !== 'delete') quotas.limitAnswers(tx, writerOf(by));
    const event = { id: ids.next(), formId: form.id, at: form.updatedAt, action, detail };
    // Drafts save themselves every few seconds. That belongs in their history, once, and not in the audit log.
    if (action === 'edit') {
      if (!(await prolongLast(tx, by, event))) await insertEvent(tx, by, event);
      return;
    }
    await insertEvent(tx, by, event);
    await audit.append(tx, by, {
      action: `form.${action}`,
      targetType: 'Form',
      targetId: form.id,
      ...(audited && { detail: audited }),
    });
    const people = peopleOf(form, action, detail);
    for (const type of typesOf(action, form)) {
      await events.append(tx, { ...eventOf(by, form, type), people });
    }
  };

/** Returns what listeners are told of: a form that is sent back is a draft again, and one step is not the whole review. */
function typesOf(action: FormEventAction, { review }: Form): readonly FormsEventType[] {
  const type = EVENTS.get(action);
  if (action === 'send-back') return ['form.reopened', 'form.sent-back'];
  if (action === 'approve' && review?.state === 'in-review') return ['form.submitted-for-review'];
  return type === undefined ? [] : [type];
}

function peopleOf(
  { review }: Form,
  action: FormEventAction,
  detail: JsonObject | undefined,
): EventPeople {
  const from = detail && member(detail, 'from');
  const { panel, author } = review ?? {};
  return {
    ...(action === 'assign' && isAssignee(from) && { from }),
    ...(panel !== undefined && { panel }),
    ...(author !== undefined && { author }),
    ...(action === 'reopen' && detail && member(detail, 'remark') !== undefined
      ? { isRemarked: true }
      : {}),
  };
}

const isAssignee = (value: JsonValue | undefined): value is JsonObject & Form['assignment'] =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';

const eventOf = (by: FormActor, form: Form, type: FormsEventType): FormsEvent => ({
  type,
  accountId: by.accountId,
  at: form.updatedAt,
  id: form.id,
  templateId: form.templateId,
  by: by.userId,
  revision: form.revision,
  assignment: form.assignment,
  ...(form.review && { review: { state: form.review.state, step: form.review.step } }),
});

/** The revisions that the correction of a complete form takes: listeners are told of two changes. */
export const CORRECTION_REVISIONS = 2;

/**
 * Adds the correction of one answer to the history of a form, which names the field, and keeps apart from it what was
 * changed. Listeners learn of a corrected complete form as of one that was reopened and completed again, because they
 * have to read it again.
 */
export const recordCorrection =
  ({ ids, audit, events, quotas }: Pick<FormWritesDeps, 'ids' | 'audit' | 'events' | 'quotas'>) =>
  async (tx: Tx, by: FormActor, before: Form, form: Form, field: string): Promise<void> => {
    quotas.limitAnswers(tx, writerOf(by));
    const id = ids.next();
    const changed = changedParts(before, form);
    const detail = { changed, corrected: field };
    await insertEvent(tx, by, { id, formId: form.id, at: form.updatedAt, action: 'edit', detail });
    const parts = { before: answerOf(before, field), after: answerOf(form, field) };
    await insertCorrection(tx, form, { id, field, ...parts });
    if (form.status === 'draft') return;
    await audit.append(tx, by, {
      action: 'form.correct',
      targetType: 'Form',
      targetId: form.id,
      detail: { field },
    });
    const correction = { by: by.userId, field };
    // A listener may pass over a message whose revision it has seen.
    const reopened = { ...form, revision: form.revision - 1 };
    await events.append(tx, { ...eventOf(by, reopened, 'form.reopened'), correction });
    await events.append(tx, { ...eventOf(by, form, 'form.completed'), correction });
  };

/** Returns the answer to a question with the text typed beside it. */
function answerOf({ answers }: Form, field: string): JsonObject {
  const own = [field, commentName(field)];
  return Object.fromEntries(Object.entries(answers).filter(([name]) => own.includes(name)));
}

/** Returns what of a form was edited. */
export const changedParts = (before: Form, after: Form): string[] =>
  (['name', 'answers', 'location'] as const).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  );

/** Returns for whom the bytes of a change count. */
export const writerOf = ({ accountId, userId, via }: FormActor): AnswerWriter => ({
  accountId,
  userId,
  kind: via === 'link' ? 'link' : 'person',
});

/** Lets the last edit of the form tell of this one too, if one continues the other. @returns false if not */
async function prolongLast(
  tx: Tx,
  by: FormActor,
  { at, action, formId, detail }: Pick<FormEvent, 'at' | 'action' | 'formId' | 'detail'>,
): Promise<boolean> {
  const last = await findLastEvent(tx, by.accountId, formId);
  const next = { at, action, detail, actorUserId: by.userId, credentialId: by.credentialId };
  if (last === undefined || !tellsChanges(last) || !continues(last, next)) return false;
  const changed = [...new Set([...changedIn(last), ...changedIn(next)])];
  await prolongEvent(tx, by.accountId, last, { at, detail: { changed } });
  return true;
}

/** Whether an event tells what changed, and nothing else, such as that a name was erased. */
const tellsChanges = ({ detail }: Pick<FormEvent, 'detail'>): boolean =>
  detail !== undefined && Object.keys(detail).every((key) => key === 'changed');

function changedIn({ detail }: Pick<FormEvent, 'detail'>): readonly JsonValue[] {
  const changed = detail && member(detail, 'changed');
  return Array.isArray(changed) ? changed : [];
}
