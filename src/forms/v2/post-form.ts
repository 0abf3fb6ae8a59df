import type { Static } from 'typebox';
import { startingAnswers } from '#forms/answers/starting-answers.ts';
import type { Location, NewForm } from '#forms/form.ts';
import type { TemplateVersion } from '#forms/template.ts';
import { requireJsonAccepted } from '#http/accept.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { ApiDeps } from './api-deps.ts';
import { changeAnswers } from './field-changes.ts';
import { fieldsOf } from './field-kinds.ts';
import { FORM_HEADERS, type LocationInput, NewFormInput } from './form.shapes.ts';
import { FormDetail } from './form-detail.ts';
import { formActorOf, replyWithForm } from './write-form.ts';

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
        'A draft made from the published version of a template, with the default values of its fields where `fields`',
        'does not name them; `null` clears one. With an `id` of your own the request may be sent',
        'again when its answer was lost: the same user gets the same form, as it is now, with 200.',
      ].join('\n'),
      body: NewFormInput,
      responses: {
        200: {
          description: 'It was made before, by the same id.',
          schema: FormDetail,
          headers: FORM_HEADERS,
        },
        201: {
          description: 'The new form.',
          schema: FormDetail,
          headers: { ...FORM_HEADERS, Location: 'Its address.' },
        },
        404: { description: 'There is no template with the id that the acting user may use.' },
        409: { description: 'The id is that of another form, or the template is not published.' },
        422: {
          description: 'A field does not exist, may not be written, or its value does not fit.',
        },
        507: {
          description:
            'The account has as many forms as it may (`forms-full`). Saving, completing and deleting go on.',
        },
      },
    },
    async handle(request) {
      requireJsonAccepted(request.headers['accept']);
      const { db, forms, publicUrl } = deps;
      const by = formActorOf(request);
      const input = parseInput(NewFormInput, request.body);
      const { id, templateId, name, assignment, fields, location } = input;
      const wanted: NewForm = {
        templateId,
        id,
        ...(input.overrideDefaultFormName === true && { name }),
        ...(assignment && { assignment: { type: assignment.type, id: assignment.id } }),
        ...(location && { location: toLocation(location) }),
      };
      // A new form has no files yet.
      const answersFor = (version: TemplateVersion) =>
        changeAnswers(
          { fields: fieldsOf(version), calculated: {}, files: [] },
          startingAnswers(version.definition),
          fields ?? {},
        );
      const { form, created } = await db.transaction((tx) =>
        forms.createForm(tx, by, wanted, answersFor),
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
