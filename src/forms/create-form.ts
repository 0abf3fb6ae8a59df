import type { Tx } from '#db/database.ts';
import {
  type Assignment,
  checkLocation,
  checkName,
  type Form,
  type FormActor,
  type FormWritesDeps,
  type NewForm,
  normaliseId,
  type Template,
  type TemplateVersion,
} from '#form-basics/index.ts';
import {
  assigneeOfLost,
  findForm,
  insertForm,
  nameWith,
  nextNumber,
  patternToFollow,
  readNaming,
  recordEvent,
  type StoredForm,
  writerOf,
} from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import {
  addToFormCount,
  findVersion,
  findVersionNumbered,
  holdTemplate,
  holdVisibleTemplate,
  lacksRight,
} from '#templates/index.ts';
import { requireAnswers } from './answers/require-answers.ts';
import { resolveChoices } from './answers/resolve-choices.ts';
import { checkAssignment } from './assignment.ts';

/**
 * Creates a form from the published version of a template.
 * @throws AppError `not-found` for a template that the actor may not know, `forbidden` without the right to fill it
 * in or to create forms for others, `template-state`,
 * `unknown-assignee`, `invalid-value`, `invalid-answers`, `form-exists` when another form has the id,
 * `forms-full`, `answers-full`, `answers-of-day-full`.
 */
export const createForm =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    input: NewForm,
    /** Makes the answers of a new form, instead of `input.answers`, when they depend on the version of the template. */
    answersFor?: (version: TemplateVersion) => JsonObject,
  ): Promise<{ readonly form: Form; readonly created: boolean }> => {
    const { ids, quotas } = deps;
    const id = input.id === undefined ? ids.next() : checkFormId(input.id);
    if (input.id !== undefined) {
      const before = await findForm(tx, by.accountId, id);
      if (before) return { form: repeat(before, by, input), created: false };
    }
    const reserve = input.begunOffline === true;
    if (!reserve) await quotas.requireRoomNear(tx, by.accountId, 'forms');
    const template = await holdToFill(deps, tx, by, input);
    const version = await requireUsable(tx, template, input.versionNumber);
    const answers = answersFor ? answersFor(version) : input.answers;
    const made = await makeForm(deps, tx, by, { ...input, id, answers }, template, version);
    const storedBytes = await insertForm(tx, made);
    if (storedBytes === undefined) {
      // Another request with the same id was faster.
      return { form: repeat(await findForm(tx, by.accountId, id), by, input), created: false };
    }
    const form = { ...made, storedBytes };
    addToFormCount(tx, form, 1);
    const detail = { templateId: template.id, number: form.number, ...sentTo(by, form) };
    if (reserve) quotas.limitAnswers(tx, { ...writerOf(by), reserve });
    const told = async () => {
      await recordEvent(deps)(tx, by, form, 'create', detail);
      await deps.events.answered?.(tx, undefined, form);
    };
    await Promise.all([told(), quotas.take(tx, by.accountId, 'forms', 1, { id, reserve })]);
    return { form, created: true };
  };

/** Returns the template, which stays as it is, if the actor may create this form from it. */
async function holdToFill(
  { directory }: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  { templateId, assignment, isAssigned }: NewForm,
): Promise<Template> {
  if (isAssigned === true) return await holdAssigned(tx, by, templateId);
  const found = await holdVisibleTemplate(tx, directory, by, templateId, 'templateId');
  const isForOthers = assignment !== undefined && normaliseId(assignment.id) !== by.userId;
  if (!found.rights.fill) throw lacksRight('fill', 'templateId');
  if (isForOthers && !found.rights.assign) throw lacksRight('assign', 'assignment');
  return found.template;
}

async function holdAssigned(tx: Tx, by: FormActor, templateId: string): Promise<Template> {
  const template = await holdTemplate(tx, by.accountId, templateId);
  if (template) return template;
  throw fail('template-state', 'The template was deleted, so no form can be created from it.', {
    because: { reason: 'template-archived' },
  });
}

/**
 * Returns the version that the form is made from. @throws AppError `template-state` unless the template is published,
 * `invalid-value` for a version that it does not have.
 */
async function requireUsable(
  tx: Tx,
  template: Template,
  number: number | undefined,
): Promise<TemplateVersion> {
  const { accountId, status, currentVersionId } = template;
  const version =
    currentVersionId === undefined ? undefined : await findVersion(tx, accountId, currentVersionId);
  if (version && status === 'published') {
    if (number === undefined || number === version.number) return version;
    // The answers that were typed without a network belong to the version that the device had.
    const begun = await findVersionNumbered(tx, accountId, template.id, number);
    if (begun) return begun;
    throw fail('invalid-value', `The template has no version ${number}. Leave versionNumber out.`, {
      at: 'versionNumber',
      because: { reason: 'range', min: 1, max: version.number },
    });
  }
  const isArchived = status === 'archived';
  const why = isArchived ? 'is archived' : 'is not published yet';
  throw fail('template-state', `The template ${why}, so no form can be created from it.`, {
    at: 'templateId',
    because: { reason: isArchived ? 'template-archived' : 'template-unpublished' },
  });
}

async function assigneeFor(
  { directory }: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  { handsOver, assignment, templateId }: NewForm,
): Promise<Assignment> {
  if (handsOver === undefined) return assignment ?? { type: 'User', id: by.userId };
  const lost = await assigneeOfLost(tx, directory, by, handsOver, 'handsOver');
  const { type, id } = lost.assignment;
  if (type !== 'Link' && lost.templateId === normaliseId(templateId)) return { type, id };
  throw fail('invalid-value', 'The form to hand over belongs to another template.', {
    at: 'handsOver',
    because: { reason: 'unknown-template' },
  });
}

async function makeForm(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  input: NewForm & { readonly id: string },
  template: Template,
  version: TemplateVersion,
): Promise<Form> {
  const now = deps.clock.now();
  const to = await assigneeFor(deps, tx, by, input);
  const answers = await resolveChoices(
    deps,
    tx,
    by,
    version.definition,
    await requireAnswers(
      tx,
      { accountId: by.accountId, id: input.id },
      version,
      // Given answers are stored as they are: default values would fill in questions that the user has emptied.
      input.answers ?? startingAnswers(version.definition),
    ),
    input.filledAhead,
  );
  const made = { accountId: by.accountId, templateId: template.id, createdBy: by.userId };
  const [number, naming, assignment] = await Promise.all([
    nextNumber(tx, by.accountId, template.id),
    readNaming(tx, made),
    checkAssignment(tx, by.accountId, to),
  ]);
  const named = { ...made, number, createdAt: now, answers };
  const { namePattern: pattern } = template;
  return {
    ...named,
    id: input.id,
    name:
      input.name === undefined
        ? nameWith(naming, pattern, named, version.definition)
        : checkName(input.name),
    namePattern: input.name === undefined ? patternToFollow(pattern) : undefined,
    templateVersionId: version.id,
    status: 'draft',
    statusChangedAt: now,
    assignment,
    dueAt: input.dueAt,
    assignmentId: input.assignmentId,
    location: input.location && checkLocation(input.location),
    completedBy: undefined,
    completedOnDeviceAt: undefined,
    updatedAt: now,
    revision: 1,
    storedBytes: 0,
  };
}

// A client that did not receive the response sends the same request again; any other use of the id is a conflict.
function repeat(before: StoredForm | undefined, by: FormActor, input: NewForm): Form {
  if (!before) throw fail('form-exists', 'A form with this id already exists.', { at: 'id' });
  const { deletedAt, ...form } = before;
  const same =
    before.createdBy === by.userId && before.templateId === normaliseId(input.templateId);
  if (same && deletedAt === undefined) return form;
  throw fail(
    'form-exists',
    same
      ? 'The form with this id was deleted. Create a new one with another id.'
      : 'There is another form with this id. Create the new one with another id.',
    { at: 'id' },
  );
}

function checkFormId(id: string): string {
  const known = normaliseId(id);
  if (known !== undefined) return known;
  throw fail(
    'invalid-value',
    'The id of a form must be a UUID (RFC 9562). Leave it out to have one created.',
    {
      because: { reason: 'uuid' },
      at: 'id',
    },
  );
}

/** Returns for the history who a form is for, unless it is for its creator. */
const sentTo = ({ userId }: FormActor, { assignment: { type, id } }: Form) =>
  id === userId || type === 'Link' ? {} : { to: { type, id } };
