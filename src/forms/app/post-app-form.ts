import { actorIn, FORMS_FULL, readDueDate, type TemplateVersion } from '#form-basics/index.ts';
import { type Begin, beginForm } from '#forms/begin-form.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { AppFormDetail, NewAppForm } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms: creates a form from a published template. The same id again returns the same form. */
export const postAppForm = ({ db, directory, engine, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms',
    body: NewAppForm,
    // Room for answers of 1 MiB and the members around them.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Create a form',
      tag: 'Forms',
      description: 'Create the form first. Then upload its files, and name them in its answers.',
      responses: {
        200: { description: 'The form already existed, with this id.', schema: AppFormDetail },
        201: { description: 'The new draft.', schema: AppFormDetail },
        404: 'no template to use',
        409: { description: 'The id belongs to another form, or the template is not published.' },
        422: 'wrong answers',
        ...FORMS_FULL,
      },
    },
    async handle(request) {
      const dueAt = readDueDate(request.body.dueAt, 'dueAt') ?? undefined;
      const input = { ...request.body, dueAt };
      const by = actorIn(request);
      const answersFor = (begin: Begin) => (version: TemplateVersion) =>
        input.answers ?? begin(version, startingAnswers(version.definition));
      return await beginForm({ db, engine }, by.accountId, (begin) =>
        db.transaction(async (tx) => {
          const { form, created } = await forms.createForm(tx, by, input, answersFor(begin));
          const body = await describeForm({ db: tx, directory }, by, {
            ...form,
            deletedAt: undefined,
          });
          return { status: created ? 201 : 200, body };
        }),
      );
    },
  });
