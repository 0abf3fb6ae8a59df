import type { Reader } from '#db/database.ts';
import type {
  Assignment as Assignee,
  FormActor,
  Template,
  TemplateVersion,
} from '#form-basics/index.ts';
import { checkAssignment, resolveChoices } from '#forms/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import { findVersion, lacksRight, requireTemplate } from '#templates/index.ts';
import { selectByReference } from './assignment.store.ts';
import {
  MAX_MEMBERS,
  MAX_REFERENCE,
  type Mode,
  type Priority,
  type StoredAssignment,
} from './assignment.ts';
import type { AssignmentWrites } from './assignments-deps.ts';
import { selectActive } from './people.store.ts';

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

/** What the answers of a new assignment are made of, beside `answers` of its order. */
export interface AnswersSource {
  /** Makes them of the published version, instead of `answers`. */
  readonly answersFor?: (version: TemplateVersion) => JsonObject;
  /** A version that the caller has read, so that it is read once for many. Versions never change. */
  readonly version?: TemplateVersion;
}

/** An order that can be carried out. */
export interface Checked extends Said {
  /** Those that the sender has sent under the reference before. Then nothing is to be made. */
  readonly before: readonly StoredAssignment[];
  /** Who gets an assignment: the user, the group, or each of its active members. */
  readonly people: readonly Assignee[];
  readonly answers: JsonObject;
}

/**
 * Checks everything about a new assignment, and writes nothing.
 * @throws AppError `not-found`, `forbidden`, `template-state`, `unknown-assignee`, `invalid-answers`, `invalid-value`,
 * `reference-used`
 */
export const checkOrder =
  (deps: Pick<AssignmentWrites, 'directory'>) =>
  async (
    db: Reader,
    by: FormActor,
    order: NewAssignment,
    { answersFor, version: known }: AnswersSource = {},
  ): Promise<Checked> => {
    const said = await checkSaid(deps, db, by, order);
    const { reference } = said;
    const before = reference === undefined ? [] : await selectByReference(db, by, reference);
    if (before.length > 0) {
      return { ...said, before: repeated(before, said), people: [], answers: {} };
    }
    const version = await requirePublished(db, said.template, known);
    const given = answersFor?.(version) ?? order.answers ?? {};
    const answers = await checkAnswers(deps, db, by, version, given);
    return { ...said, before, people: await peopleOf(deps, db, by, said), answers };
  };

/** What is said of an assignment, checked. */
interface Said {
  readonly template: Template;
  readonly assignee: Assignee;
  readonly mode: Mode;
  readonly reference: string | undefined;
}

async function checkSaid(
  { directory }: Pick<AssignmentWrites, 'directory'>,
  db: Reader,
  by: FormActor,
  { templateId, assignee: given, reference }: NewAssignment,
): Promise<Said> {
  const { template, rights } = await requireTemplate(db, directory, by, templateId);
  const assignee = await checkAssignee(db, by, given);
  const needed = assignee.id === by.userId ? 'fill' : 'assign';
  if (!rights[needed]) throw lacksRight(needed);
  return { template, assignee, mode: given.mode ?? 'each', reference: checkReference(reference) };
}

/** @param known a version that need not be read again @throws AppError `template-state` */
export async function requirePublished(
  db: Reader,
  { accountId, status, currentVersionId }: Template,
  known?: TemplateVersion,
): Promise<TemplateVersion> {
  const isPublished = status === 'published' && currentVersionId !== undefined;
  if (isPublished && known?.id === currentVersionId) return known;
  const version = isPublished ? await findVersion(db, accountId, currentVersionId) : undefined;
  if (version) return version;
  throw fail('template-state', 'Only a published template can be assigned.', {
    at: 'templateId',
    because: { reason: 'template-unpublished' },
  });
}

/** Returns the assignee with their id in stored form. @throws AppError `unknown-assignee`, also for an inactive user. */
export async function checkAssignee(
  db: Reader,
  by: FormActor,
  assignee: Assignee,
): Promise<Assignee> {
  const { type, id } = assignee;
  const known = await checkAssignment(db, by.accountId, { type, id }, 'assignee');
  if (type === 'User' && (await selectActive(db, by.accountId, [known.id], 1)).length === 0) {
    throw fail('unknown-assignee', 'The user is not active, and would never see the assignment.', {
      at: 'assignee',
    });
  }
  return known;
}

/** Returns who gets an assignment: the user, the group, or each of its active members. */
async function peopleOf(
  { directory }: Pick<AssignmentWrites, 'directory'>,
  db: Reader,
  { accountId }: FormActor,
  { assignee, mode }: Said,
): Promise<readonly Assignee[]> {
  if (assignee.type === 'User' || mode === 'shared') return [assignee];
  const inside = await directory.memberIdsOf(db, accountId, [assignee.id]);
  const members = await selectActive(db, accountId, inside, MAX_MEMBERS + 1);
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
export function repeated(
  before: readonly StoredAssignment[],
  { template, assignee, reference }: Said,
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

/** Files have to be uploaded to a form, and there is none yet. Rows of lists are stored as the sender may choose them. */
async function checkAnswers(
  deps: Pick<AssignmentWrites, 'directory'>,
  db: Reader,
  by: FormActor,
  { definition }: TemplateVersion,
  given: JsonObject,
): Promise<JsonObject> {
  const { answers, files, faults } = guardAnswers(shapesOf(definition), given);
  const refused = files.map(({ at, field }) => ({
    at,
    field,
    kind: 'file' as const,
    rule: 'uploaded-file' as const,
    text: 'A file can only be uploaded to a form that has begun. Leave this answer out.',
  }));
  if (faults.length + refused.length > 0) throw invalidAnswers([...faults, ...refused]);
  // Otherwise nobody could begin the form of an assignment that names a row which the list does not have.
  return await resolveChoices(deps, db, by, definition, answers);
}
