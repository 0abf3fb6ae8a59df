import { readCells } from '#answer-queries/index.ts';
import { correctAnswer } from '#corrections/correct-answer.ts';
import {
  ANSWERS_FULL,
  actorOfCall,
  type Form,
  peopleOfForm,
  readNames,
  timeOf,
} from '#form-basics/index.ts';
import { type AppFormsDeps, correctionsOf } from '#forms/index.ts';
import { operation } from '#http/operation.ts';
import { AppCorrected, AppCorrection } from './answer.shapes.ts';

/** PUT /forms/:id/answers/:field: corrects one answer of a form. */
export const putAnswer = (deps: AppFormsDeps) =>
  operation({
    method: 'PUT',
    path: '/forms/:id/answers/:field',
    apiPath: '/formz/:id/answers/:field',
    right: 'forms.write',
    body: AppCorrection,
    // Room for a text as long as all answers of a form may be.
    maxBodyBytes: 1_310_720,
    etag: 'none',
    doc: {
      summary: 'Correct one answer',
      tag: 'Forms',
      description: [
        'A draft stays a draft. A complete form stays complete, by the user who completed it, if all its answers are',
        'valid then; webhooks get `form.reopened` and `form.completed`. The corrections of the form list what',
        'was changed. The request can be repeated after a lost answer.',
      ].join('\n'),
      responses: {
        200: {
          description: 'The form as the list of answers shows it now.',
          schema: AppCorrected,
        },
        403: { description: 'The user may not correct the answers of this form.' },
        404: {
          description:
            'There is no form with this id that the user may see, or its version does not ask the field.',
        },
        409: {
          description:
            'The answer can only be corrected in its form (`correct-in-form`); `reason` says why.',
        },
        412: {
          description:
            'Another user or program changed the form. `current` contains { revision, answers, updatedAt, updatedBy }.',
        },
        422: {
          description:
            'The answer, or in a complete form another one, is not valid then. `faults` lists each position.',
        },
        503: 'too many form checks',
        ...ANSWERS_FULL,
      },
    },
    async handle(call) {
      const { db, directory } = deps;
      const { value, revision, locale } = call.body;
      const { id, field } = call.params;
      const by = actorOfCall(call);
      const form = await correctAnswer(deps)(by, id, {
        field,
        value,
        ifRevision: revision,
        locale,
      });
      const mayCorrect = await correctionsOf(db.reader, directory, by, form.templateId);
      const cells = await readCells(deps, by.accountId, [form], { locale });
      const { createdBy, status, assignment, review } = form;
      const names = await readNames(db.reader, by.accountId, [createdBy, assignment.id]);
      const body = {
        revision: form.revision,
        row: {
          id: form.id,
          name: form.name,
          status,
          ...timesOfForm(form),
          ...peopleOfForm(names, createdBy, assignment.id),
          ...(review && { review: review.state }),
          number: form.number,
          mayCorrect: mayCorrect({ status, createdBy, assigneeId: assignment.id }),
          cells: cells.get(form.id)?.cells ?? {},
        },
      };
      return { status: 200, body: body satisfies AppCorrected };
    },
  });

/** The times of a form as the list of answers has them. */
function timesOfForm({ createdAt, updatedAt, dueAt, status, statusChangedAt, ...form }: Form) {
  const onDevice = form.completedOnDeviceAt;
  return {
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
    ...(dueAt !== undefined && { dueAt: timeOf(dueAt) }),
    ...(status === 'complete' && { completedAt: timeOf(statusChangedAt) }),
    ...(onDevice !== undefined && { completedOnDeviceAt: timeOf(onDevice) }),
  };
}
