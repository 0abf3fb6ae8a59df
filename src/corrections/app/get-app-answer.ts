import { findAnswer } from '#corrections/find-answer.ts';
import { APP_ANSWER_QUERY, AppAnswer } from '#corrections/operations/answer.shapes.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { member } from '#kernel/json.ts';

/** GET /app/v1/forms/:id/answers/:field: returns one answer, with what it is corrected with. */
export const getAppAnswer = (deps: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/forms/:id/answers/:field',
    query: APP_ANSWER_QUERY,
    doc: {
      summary: 'Read one answer to correct it',
      tag: 'Forms',
      description:
        'For people who may correct the answers of the form. `field` is the id of a field, as GET /app/v1/templates/{id}/answers returns it.',
      responses: {
        200: { description: 'The answer.', schema: AppAnswer },
        403: { description: 'The user may not correct the answers of this form.' },
        404: {
          description:
            'There is no form with this id that the user may see, or its version does not ask the field.',
        },
        422: { description: 'The forms engine cannot process the template of the form.' },
        503: 'too many form checks',
      },
    },
    async handle({ principal, params, query }) {
      const { locale } = query;
      const { id, field } = params;
      const found = await findAnswer(deps, principal, id, field, locale);
      const { form, version, question, elsewhere } = found;
      const { name, title, control, choices, unit } = question;
      const body = {
        revision: form.revision,
        status: form.status,
        name,
        title,
        ...(elsewhere === undefined && control !== undefined && { control }),
        ...(elsewhere !== undefined && { elsewhere }),
        value: member(form.answers, name) ?? null,
        choices: choices.map((choice) => ({ ...choice })),
        ...(unit !== undefined && { unit }),
        titles: Object.fromEntries(version.fields.map((field) => [field.name, field.title])),
      };
      return { status: 200, body: body satisfies AppAnswer };
    },
  });
