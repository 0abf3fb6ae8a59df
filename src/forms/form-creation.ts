import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { requireAnswers } from './answers/require-answers.ts';
import { startingAnswers } from './answers/starting-answers.ts';
import { checkAssignment } from './assignment.ts';
import { findForm, findUserLabel, insertForm, nextNumber, type StoredForm } from './form.store.ts';
import type { Form, FormActor, NewForm } from './form.ts';
import { checkLocation, checkName, normaliseId } from './form-rules.ts';
import { createRecord } from './history.ts';
import { fillPattern } from './name-pattern.ts';
import { addToFormCount, findVersion, lockTemplate } from './template.store.ts';
import type { Template, TemplateVersion } from './template.ts';
import { mayUse } from './templates.ts';
import type { FormWrites, FormWritesDeps } from './writes.ts';

/** Making a form from the published version of a template. */
export function createFormCreation(deps: FormWritesDeps): FormWrites['createForm'] {
  const { clock, ids, directory, quotas } = deps;
  const record = createRecord(deps);

  return async (tx, by, input, answersFor) => {
    const id = input.id === undefined ? ids.next() : checkFormId(input.id);
    if (input.id !== undefined) {
      const before = await findForm(tx, by.accountId, id);
      if (before) return { form: repeat(before, by, input), created: false };
    }
    const reserve = input.begunOffline === true;
    if (!reserve) await quotas.requireRoomNear(tx, by.accountId, 'forms');
    const { template, version } = await findUsable(tx, by, input.templateId);
    const answers = answersFor ? answersFor(version) : input.answers;
    const form = await makeForm(tx, by, { ...input, id, answers }, template, version);
    if (!(await insertForm(tx, form))) {
      // Another request with the same id came in between.
      return { form: repeat(await findForm(tx, by.accountId, id), by, input), created: false };
    }
    await addToFormCount(tx, by.accountId, template.id, 1);
    await record(tx, by, form, 'create', { templateId: template.id, number: form.number });
    await quotas.take(tx, by.accountId, 'forms', 1, { id, reserve });
    return { form, created: true };
  };

  async function findUsable(
    tx: Tx,
    by: FormActor,
    templateId: string,
  ): Promise<{ readonly template: Template; readonly version: TemplateVersion }> {
    const id = normaliseId(templateId);
    const template = id === undefined ? undefined : await lockTemplate(tx, by.accountId, id);
    const version =
      template?.currentVersionId === undefined
        ? undefined
        : await findVersion(tx, by.accountId, template.currentVersionId);
    // To those who may not use it a template does not exist, nor does a draft to members.
    const hidden = !version && by.role === 'member';
    if (!template || hidden || !(await mayUse(tx, directory, by, template))) {
      throw fail('not-found', 'There is no template with this id.', { at: 'templateId' });
    }
    if (!version || template.status !== 'published') {
      const why = template.status === 'archived' ? 'is archived' : 'was not published yet';
      throw fail('template-state', `The template ${why}: no form can be made from it.`, {
        at: 'templateId',
      });
    }
    return { template, version };
  }

  async function makeForm(
    tx: Tx,
    by: FormActor,
    input: NewForm & { readonly id: string },
    template: Template,
    version: TemplateVersion,
  ): Promise<Form> {
    const now = clock.now();
    const number = await nextNumber(tx, by.accountId, template.id);
    const user = (await findUserLabel(tx, by.accountId, by.userId)) ?? '';
    const patterned = fillPattern(template.namePattern, {
      template: template.name,
      number,
      at: now,
      user,
    });
    const to = input.assignment ?? { type: 'User', id: by.userId };
    return {
      id: input.id,
      accountId: by.accountId,
      number,
      name: input.name === undefined ? patterned || template.name : checkName(input.name),
      templateId: template.id,
      templateVersionId: version.id,
      status: 'draft',
      statusChangedAt: now,
      assignment: await checkAssignment(tx, by.accountId, to),
      answers: await requireAnswers(
        tx,
        { accountId: by.accountId, id: input.id },
        version,
        // Answers that are given are whole: what was emptied before it was sent is not filled in again.
        input.answers ?? startingAnswers(version.definition),
      ),
      location: input.location && checkLocation(input.location),
      createdBy: by.userId,
      completedBy: undefined,
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
  }
}

// A client that did not hear our answer sends the same again; anything else under its id is a clash.
function repeat(before: StoredForm | undefined, by: FormActor, input: NewForm): Form {
  if (!before) throw fail('form-exists', 'There is a form with this id already.', { at: 'id' });
  const { deletedAt, ...form } = before;
  const same =
    before.createdBy === by.userId && before.templateId === normaliseId(input.templateId);
  if (same && deletedAt === undefined) return form;
  throw fail(
    'form-exists',
    same
      ? 'The form with this id was deleted. Make a new one under another id.'
      : 'There is another form with this id. Make a new one under another id.',
    { at: 'id' },
  );
}

function checkFormId(id: string): string {
  const known = normaliseId(id);
  if (known !== undefined) return known;
  throw fail('invalid-value', 'The id of a form must be a UUID (RFC 9562), or left out.', {
    at: 'id',
  });
}
