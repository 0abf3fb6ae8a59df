import type { Tx } from '#db/database.ts';
import type { Form, FormActor, NewForm, TemplateVersion } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fittingAnswers, startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { lockAssignment, updateAssignment } from './assignment.store.ts';
import { OPEN, type StoredAssignment } from './assignment.ts';
import { isToDo, requireAssignment } from './assignment-access.ts';
import type { AssignmentWrites } from './assignments-deps.ts';
import { type HowLost, howWorkLost, requireWasTheirs } from './how-work-lost.ts';
import { recordAssignment } from './record-assignment.ts';

/** What a device says of the form that it begins. */
export type BegunForm = Pick<
  NewForm,
  'id' | 'versionNumber' | 'name' | 'answers' | 'location' | 'begunOffline'
>;

interface BegunByAssignment {
  readonly form: Form;
  readonly created: boolean;
  /** Why the form is not that of the assignment, though it was begun for it; undefined: it is. */
  readonly lost: HowLost | undefined;
}

/**
 * Begins the form of an assignment, from the version that is published now, or the one that a device had. It needs no
 * right on the template. The same request again gets the same form.
 *
 * A form that was begun without a network is kept in any case: if somebody else has begun the assignment meanwhile, or
 * it was handed on or ended, it is a draft of its own without a due date.
 * @param begin adds calculated default values
 * @throws AppError `not-found`, `forbidden` for the work of somebody else, `assignment-state`, and those of createForm
 */
export const beginAssignment =
  (deps: AssignmentWrites) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    input: BegunForm,
    begin: (version: TemplateVersion, answers: JsonObject) => JsonObject,
  ): Promise<BegunByAssignment> => {
    const isKept = input.begunOffline === true;
    const seen = isKept
      ? await requireWasTheirs(tx, deps.directory, by, id)
      : await requireAssignment(tx, deps.directory, by, id);
    const isTheirs = await isToDo(tx, deps.directory, by, seen);
    const assignment = (await lockAssignment(tx, by.accountId, seen.id)) ?? seen;
    const isAgain = input.id !== undefined && assignment.formId === input.id.toLowerCase();
    const isFree = isTheirs && assignment.state === 'waiting';
    if (!isKept && !(isAgain && isTheirs)) requireWaiting(assignment, by, isTheirs);
    const wanted: NewForm = {
      ...input,
      templateId: seen.templateId,
      assignment: { type: 'User', id: by.userId },
      isAssigned: true,
      filledAhead: assignment.answers,
      ...((isFree || isAgain) && { dueAt: assignment.dueAt, assignmentId: assignment.id }),
    };
    const made = await deps.forms.createForm(
      tx,
      by,
      wanted,
      (version) => input.answers ?? begin(version, answersOf(assignment, version)),
    );
    if (isFree && made.created) await link(deps, tx, by, assignment, made.form);
    return { ...made, lost: await lossOf(tx, assignment, made.form) };
  };

const lossOf = async (
  tx: Tx,
  assignment: StoredAssignment,
  { assignmentId }: Form,
): Promise<HowLost | undefined> =>
  assignmentId === undefined ? await howWorkLost(tx, assignment) : undefined;

/** @throws AppError `forbidden` for the work of somebody else, `assignment-state` unless its form can begin */
export function requireWaiting(
  assignment: StoredAssignment,
  by: Pick<FormActor, 'userId'>,
  isTheirs: boolean,
): void {
  if (!isTheirs) throw notYours();
  if (assignment.state !== 'waiting') throw isTaken(assignment, by);
}

/** Returns what a form begins with: default values, and what the sender filled in, as far as this version has it. */
const answersOf = (
  { answers }: Pick<StoredAssignment, 'answers'>,
  { definition }: Pick<TemplateVersion, 'definition'>,
): JsonObject => ({ ...startingAnswers(definition), ...fittingAnswers(definition, answers) });

async function link(
  deps: AssignmentWrites,
  tx: Tx,
  by: FormActor,
  before: StoredAssignment,
  form: Form,
): Promise<void> {
  const updatedAt = Math.max(form.updatedAt, before.updatedAt + 1);
  const begun: StoredAssignment = {
    ...before,
    state: 'begun',
    stateChangedAt: updatedAt,
    assignee: { type: 'User', id: by.userId },
    formId: form.id,
    updatedAt,
    revision: before.revision + 1,
  };
  await updateAssignment(tx, begun);
  await recordAssignment(deps)(tx, by, begun, 'begin', { formId: form.id });
}

const notYours = () =>
  fail(
    'forbidden',
    'Only the person who has an assignment, or a member of its group, can begin it.',
  );

function isTaken(
  { state, formId, assignee }: StoredAssignment,
  { userId }: Pick<FormActor, 'userId'>,
) {
  return fail(
    'assignment-state',
    OPEN.includes(state)
      ? 'The form of this assignment has begun already. If it is yours, `formId` is its id.'
      : `The assignment is ${state}, so its form can't begin any more.`,
    { extra: { state, ...(assignee.id === userId && formId !== undefined && { formId }) } },
  );
}
