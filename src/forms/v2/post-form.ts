import type { Static } from 'typebox';
import {
  FORMS_FULL,
  formActorOf,
  type Location,
  type NewForm,
  readDueDate,
  type TemplateVersion,
} from '#form-basics/index.ts';
import { type Begin, beginForm } from '#forms/begin-form.ts';
import { requireJsonAccepted } from '#http/accept.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { fieldsOf } from '#templates/index.ts';
import type { ApiDeps } from './api-deps.ts';
import { changeAnswers } from './field-changes.ts';
import { FORM_HEADERS, type LocationInput, NewFormInput } from './form.shapes.ts';
import { FormDetail } from './form-detail.ts';
import { replyWithForm } from './write-form.ts';

/** POST /v2/formz: creates a draft from the published version of a template. */
export const postForm = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    body: 'json',
    doc: {
      summary: 'Create a form',
      tag: 'Forms',
      description: [
        'Creates a draft from the published version of a template. Fields that `fields` does not name get',
        'their default values, and `null` clears a field. Default values that are calculated, such as today’s',
        'date, are calculated once, from the fields as they are then, and follow no later change. If you send an `id` of your own, you can repeat',
        'the request when its answer was lost. The same user then gets the same form in its current',
        'state, with status 200.',
      ].join('\n'),
      idempotent: true,
      body: NewFormInput,
      responses: {
        200: {
          description: 'The form already existed, with the same id.',
          schema: FormDetail,
          headers: FORM_HEADERS,
        },
        201: {
          description: 'The new form.',
          schema: FormDetail,
          headers: { ...FORM_HEADERS, Location: 'The address of the new resource.' },
        },
        404: { description: 'There is no template with this id that the acting user may use.' },
        409: {
          description: 'The id belongs to another form, or the template is not published.',
          codes: ['form-exists', 'template-state'],
        },
        422: {
          description: 'A field does not exist, is read-only, or has an invalid value.',
          codes: ['invalid-answers'],
        },
        ...FORMS_FULL,
      },
    },
    async handle(request) {
      requireJsonAccepted(request.headers['accept']);
      const { forms, idempotency, publicUrl } = deps;
      const by = formActorOf(request);
      const input = parseInput(NewFormInput, request.body);
      const { id, templateId, name, assignment, dueDate, fields, location } = input;
      const wanted: NewForm = {
        templateId,
        id,
        ...(input.overrideDefaultFormName === true && { name }),
        ...(assignment && { assignment: { type: assignment.type, id: assignment.id } }),
        dueAt: readDueDate(dueDate, 'dueDate') ?? undefined,
        ...(location && { location: toLocation(location) }),
      };
      const answersFor = (begin: Begin) => (version: TemplateVersion) => {
        const { definition } = version;
        const members = shapesOf(definition);
        // A new form has no files yet.
        const known = { fields: fieldsOf(version), members, calculated: {}, files: [] };
        const change = (answers: JsonObject) => changeAnswers(known, answers, fields ?? {});
        // Once more: what was calculated for a field that the request clears has to go.
        return change(begin(version, change(startingAnswers(definition))));
      };
      const { form, created } = await beginForm(deps, by.accountId, (begin) =>
        idempotency.once(request, 'POST /v2/formz', (tx) =>
          forms.createForm(tx, by, wanted, answersFor(begin)),
        ),
      );
      if (!created) return replyWithForm(deps, form, { status: 200 });
      return replyWithForm(deps, form, {
        status: 201,
        location: `${publicUrl()}/v2/formz/${form.id}`,
      });
    },
  });

/** Returns a location without an accuracy of null. */
export const toLocation = ({
  latitude,
  longitude,
  accuracy,
}: Static<typeof LocationInput>): Location => ({
  latitude,
  longitude,
  ...(typeof accuracy === 'number' && { accuracy }),
});
