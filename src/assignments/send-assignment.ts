import type { Tx } from '#db/database.ts';
import type {
  Assignment as Assignee,
  FormActor,
  Template,
  TemplateVersion,
} from '#form-basics/index.ts';
import { checkAssignment } from '#forms/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import { findVersion, lacksRight, requireTemplate } from '#templates/index.ts';
import { insertAssignment, selectByReference } from './assignment.store.ts';
import {
  MAX_MEMBERS,
  MAX_REFERENCE,
  type Mode,
  type Priority,
  type StoredAssignment,
} from './assignment.ts';
import type { AssignmentWrites } from './assignments-deps.ts';
import { selectActive } from './people.store.ts';
import { recordAssignment } from './record-assignment.ts';

export interface NewAssignment {
  readonly templateId: string;
  readonly assignee: Assignee & { readonly mode?: Mode | undefined };
  /** In milliseconds. */
  readonly dueAt?: number | undefined;
  readonly notBefore?: number | undefined;
  readonly priority?: Priority | undefined;
  readonly instructions?: string | undefined;
  readonly reference?: string | undefined;
  readonly answers?: JsonObject | undefined;
}

export interface Sent {
  /** One, or one for each member of the group. */
  readonly assignments: readonly StoredAssignment[];
  /** False if the sender had sent it before, under the same reference. */
  readonly created: boolean;
}

/**
 * Sends work to a user or a group. Nothing is written before everything is checked.
 * @param answersFor makes the answers that its form begins with, instead of `order.answers`, of the published version
 * @throws AppError `not-found`, `forbidden`, `template-state`, `unknown-assignee`, `invalid-answers`, `invalid-value`,
 * `reference-used`
 */
export const sendAssignment =
  (deps: AssignmentWrites) =>
  async (
    tx: Tx,
    by: FormActor,
    order: NewAssignment,
    answersFor?: (version: TemplateVersion) => JsonObject,
  ): Promise<Sent> => {
    const checked = await checkOrder(deps, tx, by, order);
    const { reference } = checked;
    const before = reference === undefined ? [] : await selectByReference(tx, by, reference);
    if (before.length > 0) return { assignments: repeated(before, checked), created: false };
    const version = await requirePublished(tx, checked.template);
    const answers = checkAnswers(version, answersFor?.(version) ?? order.answers ?? {});
    const made: StoredAssignment[] = [];
    for (const each of await peopleOf(deps, tx, by, checked)) {
      const one = newAssignment(deps, by, order, checked, each, answers);
      if (!(await insertAssignment(tx, one))) {
        // Another request with the same reference was faster: its assignments are committed, and visible from here on.
        const theirs = await selectByReference(tx, by, reference ?? '');
        return { assignments: repeated(theirs, checked), created: false };
      }
      await recordAssignment(deps)(tx, by, one, 'send', { to: { ...each } });
      made.push(one);
    }
    return { assignments: made, created: true };
  };

/**
 * Checks all that {@link sendAssignment} checks, and sends nothing.
 * @returns the assignee with their id in stored form, and the answers as they would be stored
 * @throws AppError as sending does
 */
export const checkNewAssignment =
  (deps: AssignmentWrites) => async (tx: Tx, by: FormActor, order: NewAssignment) => {
    const checked = await checkOrder(deps, tx, by, order);
    const version = await requirePublished(tx, checked.template);
    await peopleOf(deps, tx, by, checked);
    return { assignee: checked.assignee, answers: checkAnswers(version, order.answers ?? {}) };
  };

/** What is said of an assignment, checked. */
interface Checked {
  readonly template: Template;
  readonly assignee: Assignee;
  readonly mode: Mode;
  readonly reference: string | undefined;
}

async function checkOrder(
  { directory }: AssignmentWrites,
  tx: Tx,
  by: FormActor,
  { templateId, assignee: given, reference }: NewAssignment,
): Promise<Checked> {
  const { template, rights } = await requireTemplate(tx, directory, by, templateId);
  const assignee = await checkAssignee(tx, by, given);
  const needed = assignee.id === by.userId ? 'fill' : 'assign';
  if (!rights[needed]) throw lacksRight(needed);
  return { template, assignee, mode: given.mode ?? 'each', reference: checkReference(reference) };
}

async function requirePublished(
  tx: Tx,
  { accountId, status, currentVersionId }: Template,
): Promise<TemplateVersion> {
  const version =
    status === 'published' && currentVersionId !== undefined
      ? await findVersion(tx, accountId, currentVersionId)
      : undefined;
  if (version) return version;
  throw fail('template-state', 'Only a published template can be assigned.', {
    at: 'templateId',
    because: { reason: 'template-unpublished' },
  });
}

function newAssignment(
  { clock, ids }: AssignmentWrites,
  by: FormActor,
  { dueAt, notBefore, priority = 'normal', instructions }: NewAssignment,
  { template, assignee, mode, reference }: Checked,
  whom: Assignee,
  answers: JsonObject,
): StoredAssignment {
  const now = clock.now();
  return {
    id: ids.next(),
    accountId: by.accountId,
    templateId: template.id,
    state: 'waiting',
    stateChangedAt: now,
    assignee: whom,
    groupId: assignee.type === 'Group' ? assignee.id : undefined,
    mode: assignee.type === 'Group' ? mode : 'each',
    dueAt,
    notBefore,
    priority,
    instructions,
    answers,
    reference,
    sentBy: by.userId,
    formId: undefined,
    declineReason: undefined,
    createdAt: now,
    updatedAt: now,
    revision: 1,
  };
}

/** Returns the assignee with their id in stored form. @throws AppError `unknown-assignee`, also for an inactive user. */
export async function checkAssignee(tx: Tx, by: FormActor, assignee: Assignee): Promise<Assignee> {
  const { type, id } = assignee;
  const known = await checkAssignment(tx, by.accountId, { type, id }, 'assignee');
  if (type === 'User' && (await selectActive(tx, by.accountId, [known.id], 1)).length === 0) {
    throw fail('unknown-assignee', 'The user is not active, and would never see the assignment.', {
      at: 'assignee',
    });
  }
  return known;
}

/** Returns who gets an assignment: the user, the group, or each of its active members. */
async function peopleOf(
  { directory }: AssignmentWrites,
  tx: Tx,
  { accountId }: FormActor,
  { assignee, mode }: Checked,
): Promise<readonly Assignee[]> {
  if (assignee.type === 'User' || mode === 'shared') return [assignee];
  const inside = await directory.memberIdsOf(tx, accountId, [assignee.id]);
  const members = await selectActive(tx, accountId, inside, MAX_MEMBERS + 1);
  if (members.length > 0 && members.length <= MAX_MEMBERS) {
    return members.map((userId) => ({ type: 'User', id: userId }));
  }
  throw fail(
    'invalid-value',
    members.length === 0
      ? 'The group has no active members.'
      : `The group has more than ${MAX_MEMBERS} active members. Send to smaller groups, or make one form for all of them with mode "shared".`,
    { at: 'assignee', because: { reason: 'range', min: 1, max: MAX_MEMBERS } },
  );
}

/** The reference alone decides. What differs is refused, because the sender believes that it was sent. */
function repeated(
  before: readonly StoredAssignment[],
  { template, assignee, reference }: Checked,
): readonly StoredAssignment[] {
  const groupId = assignee.type === 'Group' ? assignee.id : undefined;
  const isSame = before.every(
    (each) => each.templateId === template.id && each.groupId === groupId,
  );
  if (isSame) return before;
  throw fail(
    'reference-used',
    `You have sent another assignment with the reference ${JSON.stringify(reference)}, of another template or to somebody else. Use a new reference.`,
    { at: 'reference' },
  );
}

function checkReference(reference: string | undefined): string | undefined {
  if (reference === undefined) return undefined;
  const trimmed = reference.trim();
  if (trimmed !== '' && trimmed.length <= MAX_REFERENCE && isStorable(trimmed)) return trimmed;
  throw fail('invalid-value', `The reference must be text of 1 to ${MAX_REFERENCE} characters.`, {
    at: 'reference',
    because: { reason: 'length', min: 1, limit: MAX_REFERENCE },
  });
}

/** Files have to be uploaded to a form, and there is none yet. */
function checkAnswers(version: TemplateVersion, given: JsonObject): JsonObject {
  const { answers, files, faults } = guardAnswers(shapesOf(version.definition), given);
  const refused = files.map(({ at, field }) => ({
    at,
    field,
    kind: 'file' as const,
    rule: 'uploaded-file' as const,
    text: 'A file can only be uploaded to a form that has begun. Leave this answer out.',
  }));
  if (faults.length + refused.length > 0) throw invalidAnswers([...faults, ...refused]);
  return answers;
}
