import { attachmentsOf, toAttachmentItem } from '#attachments/index.ts';
import type { Reader } from '#db/database.ts';
import {
  type Form,
  type FormEvent,
  type GroupsOfUser,
  isLinkId,
  type Names,
  named,
  type Review,
  readNames,
  receiptOf,
  timeOf,
  type Viewer,
} from '#form-basics/index.ts';
import {
  accessTo,
  assignedIn,
  continues,
  correctedIn,
  decides,
  deviceClockIn,
  type FormAccess,
  listEvents,
  mayAssign,
  mayEdit,
  remarksIn,
  removedIn,
  type StoredForm,
  signatureIn,
} from '#form-records/index.ts';
import { PURGE_AFTER_MS } from '#forms/purge-forms.ts';
import { seenOffice } from '#forms/reviews/fill-office.ts';
import { mayTakeBack } from '#forms/reviews/reopen-reviewed.ts';
import type { JsonObject } from '#kernel/json.ts';
import { asksSignature } from '#questionnaires/definition/review-policy.ts';
import { findVersion } from '#templates/index.ts';
import type { AppFormDetail } from './app-form.shapes.ts';
import type { AppReview, WholeAppReview } from './app-review.shapes.ts';
import { readInstructions } from './instructions.store.ts';

/** Returns everything that the screens of a form show to this viewer. */
export async function describeForm(
  { db, directory }: { readonly db: Reader; readonly directory: GroupsOfUser },
  viewer: Viewer,
  form: StoredForm,
): Promise<AppFormDetail> {
  const { accountId } = viewer;
  const access = await accessTo(db, directory, viewer, form);
  const events = await listEvents(db, accountId, form.id);
  const version = await findVersion(db, accountId, form.templateVersionId);
  const definition = version?.definition ?? {};
  const attachments = await attachmentsOf(db, accountId, form.id);
  const names = await readNames(db, accountId, idsIn(form, events));
  const base = `/app/v1/forms/${form.id}`;
  return {
    ...described(form, names),
    ...deletion(form),
    ...wholeReview(form, events, names, definition),
    versionNumber: version?.number ?? 0,
    definition,
    ...(await instructionsFor(db, form)),
    ...(await seenOffice(db, viewer, form, access)),
    fields: (version?.fields ?? []).map((field) => ({ ...field })),
    may: allowed(viewer, form, access),
    attachments: attachments.map((each) => toAttachmentItem(each, base)),
    history: withoutAutosaves(events).map((event) => describeEvent(event, names)),
  };
}

async function instructionsFor(db: Reader, form: Form) {
  const instructions = await readInstructions(db, form);
  return instructions === undefined ? {} : { instructions };
}

/** Returns when a deleted form was deleted, and when it is removed for good. */
export function deletion({ deletedAt }: Pick<StoredForm, 'deletedAt'>) {
  if (deletedAt === undefined) return {};
  return { deletedAt: timeOf(deletedAt), purgedAt: timeOf(deletedAt + PURGE_AFTER_MS) };
}

/** Returns what the viewer may do. The write functions, such as those in edit-form.ts, enforce the same rules. */
function allowed(
  { userId }: Viewer,
  form: StoredForm,
  access: FormAccess | undefined,
): AppFormDetail['may'] {
  const isThere = form.deletedAt === undefined;
  const isDraft = isThere && form.status === 'draft';
  const edits = access?.rights.edit === true;
  const fills = isDraft && access !== undefined && mayEdit(access);
  return {
    edit: fills,
    complete: fills,
    assign: isDraft && access !== undefined && mayAssign(access),
    reopen: isThere && !isDraft && edits,
    takeBack: isThere && mayTakeBack(form, userId),
    review: isThere && access !== undefined && decides(userId, form, access),
    delete: isThere && (edits || (isDraft && form.createdBy === userId)),
    restore: !isThere && edits,
  };
}

/** Returns the events with only the last of consecutive edits by one user. Older versions kept each autosave. */
function withoutAutosaves(events: readonly FormEvent[]): readonly FormEvent[] {
  return events.filter((event, i) => {
    const next = events[i + 1];
    return next === undefined || !continues(event, next);
  });
}

function idsIn(form: Form, events: readonly FormEvent[]): readonly string[] {
  const { templateId, assignment, createdBy, completedBy, corrected, review } = form;
  const people = events.flatMap((event) => [event.actorUserId, assignedIn(event)?.id]);
  return [
    templateId,
    assignment.id,
    createdBy,
    completedBy,
    corrected?.by,
    review?.by,
    review?.openedBy,
    ...people,
  ].filter((id) => id !== undefined);
}

function described(form: Form, names: Names) {
  const { id, name, status, number, assignment, revision, location, answers } = form;
  const { completedBy } = form;
  return {
    id,
    name,
    status,
    statusChangedAt: timeOf(form.statusChangedAt),
    updatedAt: timeOf(form.updatedAt),
    createdAt: timeOf(form.createdAt),
    template: named(form.templateId, names),
    assignee: { type: assignment.type, ...named(assignment.id, names) },
    number,
    createdBy: named(form.createdBy, names),
    ...(form.dueAt !== undefined && { dueAt: timeOf(form.dueAt) }),
    ...onDevice(form),
    ...(completedBy !== undefined && { completedBy: named(completedBy, names) }),
    ...correction(form, names),
    ...(isLinkId(form.createdBy) && { receipt: receiptOf(form.id) }),
    revision,
    ...(location && { location: toLocation(location) }),
    answers,
  };
}

const onDevice = ({ completedOnDeviceAt: at }: Form) =>
  at === undefined ? {} : { completedOnDeviceAt: timeOf(at) };

const correction = ({ corrected }: Form, names: Names) =>
  corrected && { correctedBy: named(corrected.by, names), correctedAt: timeOf(corrected.at) };

const toLocation = ({ latitude, longitude, accuracy }: NonNullable<Form['location']>) => ({
  latitude,
  longitude,
  ...(accuracy !== undefined && { accuracy }),
});

function describeEvent(event: FormEvent, names: Names): AppFormDetail['history'][number] {
  const { id, at, action, actorUserId, credentialId } = event;
  const removed = removedIn(event);
  const corrected = correctedIn(event);
  const assigned = assignedIn(event);
  return {
    id,
    at: timeOf(at),
    action,
    ...(actorUserId !== undefined && { actor: named(actorUserId, names) }),
    ...(assigned && { assignedTo: { type: assigned.type, ...named(assigned.id, names) } }),
    ...(credentialId !== undefined && { credentialId }),
    ...(removed.length > 0 && { removed: removed.map((each) => ({ ...each })) }),
    ...(deviceClockIn(event) && { isDeviceClockWrong: true }),
    ...(corrected !== undefined && { corrected }),
    ...saidIn(event),
  };
}

const DECISIONS: readonly FormEvent['action'][] = ['approve', 'send-back', 'reject'];

/** Returns what was said with an event. */
function saidIn(event: FormEvent | undefined) {
  if (event === undefined) return {};
  const { remark, fields = [] } = remarksIn(event) ?? {};
  const signature = signatureIn(event);
  return {
    ...(signature !== undefined && { signature }),
    ...(remark !== undefined && { remark }),
    ...(fields.length > 0 && { remarks: [...fields] }),
  };
}

function wholeReview(
  { review }: Form,
  events: readonly FormEvent[],
  names: Names,
  definition: JsonObject,
): { readonly review?: WholeAppReview } {
  if (review === undefined) return {};
  const { state, step, steps, round, openedBy, changed } = review;
  const last = events.findLast(({ action }) => DECISIONS.includes(action));
  return {
    review: {
      ...shownReview(review, names),
      steps,
      round,
      ...(state === 'in-review' && asksSignature(definition, step) && { needsSignature: true }),
      ...(openedBy !== undefined && { openedBy: named(openedBy, names) }),
      ...saidIn(last),
      changed: [...changed],
    },
  };
}

/** Returns where the review of a form is, as lists show it. */
export const shownReview = (
  { state, step, at, by }: Pick<Review, 'state' | 'step' | 'at' | 'by'>,
  names: Names,
): AppReview => ({ state, step, at: timeOf(at), by: named(by, names) });
